package dev.headgate.gateway.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a request says of the languages its reader wants, best first, and the lookup of one among
 * those there are (RFC 4647, section 3.4). What cannot be read is passed over: nobody is refused
 * for a header that their browser made up.
 */
public final class AcceptLanguage {
  /** Far more than anybody reads; what comes after is not looked at. */
  private static final int MAX_CHARS = 1_000;

  private static final int MAX_RANGES = 40;
  private static final int FULL = 1_000;
  private static final String ANY = "*";

  private final List<Range> ranges;

  private AcceptLanguage(List<Range> ranges) {
    this.ranges = ranges;
  }

  /** Reads the lines of the header as they came, in any number. */
  public static AcceptLanguage of(List<String> lines) {
    List<Range> ranges = new ArrayList<>();
    int left = MAX_CHARS;
    for (String line : lines) {
      read(line.substring(0, Math.min(left, line.length())), ranges);
      left -= Math.min(left, line.length());
    }
    ranges.sort(Comparator.comparingInt(Range::milli).reversed()); // Stable: equals stay in order.
    return new AcceptLanguage(List.copyOf(ranges));
  }

  /** Nothing is said. */
  public static AcceptLanguage unsaid() {
    return new AcceptLanguage(List.of());
  }

  /**
   * The one of the tags that is wanted most; nothing where none is wanted. Tags are compared
   * without regard to case, and a region or script that there is nothing for is left off.
   */
  public Optional<String> best(Collection<String> tags) {
    for (Range range : ranges) {
      if (range.milli == 0) {
        break;
      }
      Optional<String> found = lookup(range, tags);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<String> lookup(Range range, Collection<String> tags) {
    for (String wanted = range.tag; !wanted.isEmpty(); wanted = shorter(wanted)) {
      for (String tag : tags) {
        boolean fits = wanted.equals(ANY) || wanted.equalsIgnoreCase(tag);
        if (fits && !isUnwanted(tag)) {
          return Optional.of(tag);
        }
      }
    }
    return Optional.empty();
  }

  private boolean isUnwanted(String tag) {
    for (Range range : ranges) {
      if (range.milli == 0 && range.tag.equalsIgnoreCase(tag)) {
        return true;
      }
    }
    return false;
  }

  /** Without its last subtag, and without a single letter that led that one. */
  private static String shorter(String tag) {
    int end = tag.lastIndexOf('-');
    if (end > 1 && tag.charAt(end - 2) == '-') {
      end -= 2;
    }
    return end < 0 ? "" : tag.substring(0, end);
  }

  private static void read(String line, List<Range> into) {
    for (String item : line.split(",", MAX_RANGES)) {
      int end = item.indexOf(';');
      String tag = (end < 0 ? item : item.substring(0, end)).strip();
      int milli = end < 0 ? FULL : milli(item.substring(end + 1).strip());
      if (milli >= 0 && isRange(tag) && into.size() < MAX_RANGES) {
        into.add(new Range(tag.toLowerCase(Locale.ROOT), milli));
      }
    }
  }

  private static boolean isRange(String tag) {
    return tag.equals(ANY)
        || (tag.length() <= 100 && tag.matches("[A-Za-z]{1,8}+(-[A-Za-z0-9]{1,8}+)*+"));
  }

  /** Thousandths (RFC 9110, section 12.4.2); -1 for what is no weight. */
  static int milli(String parameter) {
    if (!parameter.matches("[qQ]=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)")) {
      return -1;
    }
    String weight = parameter.substring(2);
    String digits = weight.length() < 3 ? "" : weight.substring(2);
    return weight.charAt(0) == '1' ? FULL : Integer.parseInt((digits + "000").substring(0, 3));
  }

  private record Range(String tag, int milli) {}
}
