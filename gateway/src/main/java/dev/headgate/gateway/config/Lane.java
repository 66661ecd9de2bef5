package dev.headgate.gateway.config;

/**
 * A queue of its own within an event, for fans who hold an entry ticket for it.
 *
 * @param name its name, of the form of an event id; {@link #GENERAL} is the lane of everybody else
 * @param weight its share of the admissions while every lane has somebody waiting, from 1
 */
public record Lane(String name, int weight) {

  /** The lane of all who hold no entry ticket; its number is 0. */
  public static final String GENERAL = "general";

  public Lane {
    if (weight < 1) {
      throw new IllegalArgumentException("weight: " + weight + " (expected: >= 1)");
    }
  }
}
