package dev.headgate.gateway.preview;

/**
 * A state of the page.
 *
 * @param name the event's id in the address
 * @param shows what it is, for the index
 * @param keyed whether the event gives places to holders of a key only
 * @param scripted whether the page's script may run
 */
record State(
    String name, String shows, Answers answers, Stage stage, boolean keyed, boolean scripted) {

  State(String name, String shows, Answers answers, Stage stage) {
    this(name, shows, answers, stage, false, true);
  }

  State(String name, String shows, Answers answers) {
    this(name, shows, answers, Stage.BARE);
  }

  State keyedTo() {
    return new State(name, shows, answers, stage, true, scripted);
  }

  State unscripted() {
    return new State(name, shows, answers, stage, keyed, false);
  }
}
