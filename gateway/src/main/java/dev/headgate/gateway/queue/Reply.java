package dev.headgate.gateway.queue;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** What a script or a command answered, read by place; a part that is missing is our error. */
final class Reply {
  private final Response parts;

  Reply(Response parts) {
    this.parts = parts;
  }

  /** The first word of a script's answer. */
  String verdict() {
    return text(0);
  }

  /** Whether the store knows the event, but not itself: it was lost, or restored from a file. */
  boolean stranger() {
    return verdict().equals("STRANGER");
  }

  String text(int index) {
    return part(index).toString();
  }

  long number(int index) {
    Long number = part(index).toLong();
    if (number == null) {
      throw new IllegalStateException("reply: no number at " + index);
    }
    return number;
  }

  int count(int index) {
    return Math.toIntExact(number(index));
  }

  /** The list at a place. */
  Reply list(int index) {
    return new Reply(part(index));
  }

  int size() {
    return parts.size();
  }

  List<String> texts() {
    List<String> texts = new ArrayList<>(size());
    parts.forEach(part -> texts.add(part.toString()));
    return texts;
  }

  private Response part(int index) {
    Response part = parts.get(index);
    if (part == null) {
      throw new IllegalStateException("reply: nothing at " + index);
    }
    return part;
  }
}
