package dev.headgate.gateway.edge;

import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.Message;
import dev.headgate.policy.estimate.Estimate;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Appends JSON to a text, without a tree in between. */
final class JsonText {

  private static final String HEX = "0123456789abcdef";

  private JsonText() {}

  /** Appends a string, or {@code null}. */
  static void string(StringBuilder out, @Nullable String text) {
    if (text == null) {
      out.append("null");
      return;
    }
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      character(out, text.charAt(i));
    }
    out.append('"');
  }

  private static void character(StringBuilder out, char c) {
    if (c == '"' || c == '\\') {
      out.append('\\').append(c);
    } else if (c < ' ' || Character.isSurrogate(c) || c == '<' || c == '\u2028' || c == '\u2029') {
      // A surrogate alone has no UTF-8; escaped, any pair stays a pair.
      out.append("\\u").append(HEX.charAt(c >> 12)).append(HEX.charAt(c >> 8 & 15));
      out.append(HEX.charAt(c >> 4 & 15)).append(HEX.charAt(c & 15));
    } else {
      out.append(c);
    }
  }

  /** Appends a number, or {@code null}. */
  static void number(StringBuilder out, OptionalInt number) {
    if (number.isPresent()) {
      out.append(number.getAsInt());
    } else {
      out.append("null");
    }
  }

  /** Appends {@code {seconds, low, high}}, or {@code null}. */
  static void estimate(StringBuilder out, @Nullable Estimate estimate) {
    if (estimate == null) {
      out.append("null");
      return;
    }
    out.append("{\"seconds\":").append(estimate.seconds());
    out.append(",\"low\":").append(estimate.low());
    out.append(",\"high\":").append(estimate.high()).append('}');
  }

  /** Appends {@code {text, lang, at}}, or {@code null}. */
  static void message(StringBuilder out, @Nullable Message message, InstantText instants) {
    if (message == null) {
      out.append("null");
      return;
    }
    out.append("{\"text\":");
    string(out, message.text());
    out.append(",\"lang\":");
    string(out, message.lang());
    out.append(",\"at\":");
    instants.append(out, message.at());
    out.append('}');
  }

  /** Appends {@code [{from, to}, …]}. */
  static void gaps(StringBuilder out, List<Gap> gaps) {
    out.append('[');
    for (int i = 0; i < gaps.size(); i++) {
      out.append(i == 0 ? "" : ",").append("{\"from\":").append(gaps.get(i).from());
      out.append(",\"to\":").append(gaps.get(i).to()).append('}');
    }
    out.append(']');
  }
}
