package dev.headgate.gateway.queue;

/**
 * Arrival numbers that were skipped and belong to nobody.
 *
 * @param from the first of them
 * @param to the first after them
 */
public record Gap(int from, int to) {

  /** Reads {@code <from>-<to>}. */
  static Gap parse(String text) {
    int dash = text.indexOf('-');
    return new Gap(
        Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
  }

  @Override
  public String toString() {
    return from + "-" + to;
  }
}
