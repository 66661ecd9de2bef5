package dev.headgate.gateway.remote;

import dev.headgate.gateway.config.EventIds;
import java.io.PrintWriter;
import java.util.function.Consumer;

/**
 * What a command works with.
 *
 * @param json whether answers are printed as they came, for machines
 */
record Desk(Api api, PrintWriter out, PrintWriter err, Terminal terminal, boolean json) {

  /** Prints what came, or what of it is for people. */
  void show(Answer answer, Consumer<Node> forPeople) {
    if (json) {
      if (!answer.body().isBlank()) {
        out.println(Json.unseenEscaped(answer.body().stripTrailing()));
      }
    } else {
      forPeople.accept(answer.json());
    }
  }

  /** An event as it is now. */
  Node event(String event) throws FailedException {
    return api.ask(Call.get("api", "events", id(event))).eventOrFail().json();
  }

  /** Whether what is printed goes nowhere: a pipe that nobody reads any more, or a full disk. */
  boolean isUnheard() {
    // A writer does not say what became of the stream below it.
    return out.checkError() || System.out.checkError();
  }

  /** An event's id, when it is one. */
  static String id(String event) throws FailedException {
    if (!EventIds.isOne(event)) {
      throw FailedException.usage(
          "EVENT: " + Node.printable(event) + " (expected: a name like derby-2)");
    }
    return event;
  }

  /** A request about an event. */
  static Call call(String method, String event, String... below) throws FailedException {
    String[] segments = new String[below.length + 3];
    segments[0] = "api";
    segments[1] = "events";
    segments[2] = id(event);
    System.arraycopy(below, 0, segments, 3, below.length);
    return Call.of(method, segments);
  }

  /**
   * Goes on only if somebody says yes.
   *
   * @param yes whether they said so already
   */
  void confirm(boolean yes, String question) throws FailedException {
    if (yes) {
      return;
    }
    if (!terminal.interactive()) {
      throw FailedException.usage(question + " Nobody is here to ask: say --yes if you mean it.");
    }
    ask(question + " [y/N] ");
    if (!terminal.yes()) {
      throw new FailedException(FailedException.FAILED, "nothing was changed");
    }
  }

  /**
   * Goes on only if somebody names the event once more.
   *
   * @param named what they named it already; empty for not yet
   */
  void confirmByName(String event, String named, String consequence) throws FailedException {
    if (!named.isEmpty()) {
      if (!named.equals(event)) {
        throw FailedException.usage("--confirm: is not the event's name, " + event);
      }
      return;
    }
    if (!terminal.interactive()) {
      throw FailedException.usage(
          consequence + " Nobody is here to ask: say --confirm " + event + " if you mean it.");
    }
    ask(consequence + " Type " + event + " to go on: ");
    if (!terminal.line().equals(event)) {
      throw new FailedException(FailedException.FAILED, "nothing was changed");
    }
  }

  private void ask(String question) {
    err.print(question);
    err.flush();
  }
}
