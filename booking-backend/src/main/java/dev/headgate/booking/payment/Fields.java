package dev.headgate.booking.payment;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members of a JSON object, each of the type it is asked for. */
final class Fields {
  private static final int LONGEST = 2_048;

  private final Map<String, @Nullable Object> members;

  Fields(Map<String, @Nullable Object> members) {
    this.members = members;
  }

  /** A member is missing, or is something else. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException() {
      super(null, null, false, false);
    }
  }

  /** Whether it is there and not null. */
  boolean has(String name) {
    return members.get(name) != null;
  }

  String text(String name) throws UnreadableException {
    String text = textOrNull(name);
    if (text == null || text.isEmpty()) {
      throw new UnreadableException();
    }
    return text;
  }

  @Nullable String textOrNull(String name) throws UnreadableException {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    // PostgreSQL keeps no text with a zero in it, and no name of a processor's has one.
    if (value instanceof String text && text.length() <= LONGEST && text.indexOf('\0') < 0) {
      return text;
    }
    throw new UnreadableException();
  }

  /** A whole number that is not negative. */
  long whole(String name) throws UnreadableException {
    if (members.get(name) instanceof Long number && number >= 0) {
      return number;
    }
    throw new UnreadableException();
  }

  Fields object(String name) throws UnreadableException {
    if (members.get(name) instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> object = new HashMap<>();
      map.forEach((key, value) -> object.put((String) key, value));
      return new Fields(object);
    }
    throw new UnreadableException();
  }
}
