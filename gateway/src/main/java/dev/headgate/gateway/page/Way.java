package dev.headgate.gateway.page;

import dev.headgate.gateway.http.LocalAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What goes along from page to form to page for a fan without scripts, in their addresses. What is
 * none of its kind counts for nothing.
 *
 * @param back where the fan is led once inside: a path on this origin; empty for where the event
 *     says
 * @param entry an entry ticket to join with; empty for none
 */
public record Way(String back, String entry) {
  private static final Pattern TICKET = Pattern.compile("[A-Za-z0-9._~-]{1,1000}");

  /** Nothing goes along. */
  public static final Way STRAIGHT = new Way("", "");

  public Way {
    back = LocalAddress.isOne(back) ? back : "";
    entry = TICKET.matcher(entry).matches() ? entry : "";
  }

  /** The same once the entry has been used, or was of no use. */
  public Way withoutEntry() {
    return entry.isEmpty() ? this : new Way(back, "");
  }

  /** What it adds to the query of an address that has one. */
  public String query() {
    String to = back.isEmpty() ? "" : "&to=" + URLEncoder.encode(back, StandardCharsets.UTF_8);
    return entry.isEmpty() ? to : to + "&entry=" + entry;
  }
}
