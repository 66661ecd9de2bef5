package dev.headgate.gateway.page;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What is put into one page for a fan without scripts, and which parts of it that fills. */
final class PlainValues {
  /** A time of more characters than this is written smaller. */
  private static final int LONG = 8;

  private final Words words;
  private final Map<String, String> values;
  private final Set<String> parts = new HashSet<>();

  /**
   * Nothing beyond what every page of the language has.
   *
   * @param always what that is, by name
   */
  PlainValues(Words words, Map<String, String> always) {
    this.words = words;
    this.values = new HashMap<>(always);
  }

  boolean fills(String part) {
    return parts.contains(part);
  }

  Map<String, String> all() {
    return values;
  }

  void of(PlainPage page) {
    PlainScene scene = page.scene();
    String title = page.shown().title();
    values.put("event", page.shown().event());
    values.put("title", title);
    values.put("heading", title);
    values.put("view", scene.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    values.put("headline", words.say(scene.headline(), Map.of()));
    values.put("lead", words.say(scene.lead(), Map.of()));
    addresses(page);
    scene.ways().forEach(this::offer);
    page.details().forEach(detail -> tell(page, detail));
  }

  /** Where forms and links lead; the choices made so far go along. */
  private void addresses(PlainPage page) {
    String to = page.shown().way().query();
    String query = "?lang=" + values.get("lang") + to;
    String place = "/queue/" + page.shown().event() + "/places/me" + query;
    boolean still = page.reload().still();
    values.put("to", to);
    values.put("query", still ? query + "&still=1" : query);
    values.put("again", still ? place + "&still=1" : place);
    values.put("moving", place);
    values.put("seconds", Integer.toString(page.reload().seconds()));
    if (page.reload().seconds() > 0) {
      parts.add("now");
      parts.add(still ? "moving" : "reload");
    }
  }

  private void offer(PlainScene.Way way) {
    switch (way) {
      case ENTER -> {
        parts.add("enter");
        values.put("heading", "▶ " + values.get("headline") + " – " + values.get("title"));
      }
      case LEAVE -> parts.add("leave");
      default -> put("join", words.say(way.label(), Map.of()));
    }
  }

  private void tell(PlainPage page, PlainPage.Detail detail) {
    if (detail instanceof PlainPage.Place place) {
      facts(place, page.now());
    } else if (detail instanceof PlainPage.Line line) {
      line(line);
    } else if (detail instanceof PlainPage.Clock clock) {
      clock(clock, page.now());
    } else if (detail instanceof PlainPage.Wait wait) {
      put("wait", WaitWords.of(words, wait));
    } else if (detail instanceof PlainPage.Notice notice) {
      put("message", notice.text());
      values.put("message-lang", notice.language());
    } else if (detail instanceof PlainPage.Reason reason) {
      reason(reason);
    } else if (detail instanceof PlainPage.Stock stock) {
      stock(stock);
    } else {
      parts.add("trouble");
    }
  }

  private void put(String part, String value) {
    parts.add(part);
    values.put(part, value);
  }

  private void reason(PlainPage.Reason reason) {
    String language = reason.language();
    values.put("reason-lang", language == null ? "" : language);
    values.put("reason", reason.text());
    parts.add(language == null ? "reason" : "reason-in");
  }

  private void facts(PlainPage.Place place, Instant now) {
    parts.add("facts");
    values.put("arrival", words.figure(place.arrival() + 1L)); // Fans count from one.
    values.put("updated", words.say("plain.time", Map.of("at", now.toEpochMilli())));
    place.position().ifPresent(position -> put("position", words.figure(position + 1L)));
  }

  private void line(PlainPage.Line line) {
    put("line", "");
    values.put("ahead", words.figure(line.ahead()));
    values.put("ahead-label", words.say("line.ahead", Map.of("n", line.ahead())));
    long done = line.position() == 0 ? 1_000 : 1_000L - 1_000L * line.ahead() / line.position();
    values.put("progress", Long.toString(Math.max(0, done)));
    values.put(
        "heading",
        words.say("title.ahead", Map.of("n", line.ahead(), "event", values.get("title"))));
  }

  private void clock(PlainPage.Clock clock, Instant now) {
    String left = left(Duration.between(now, clock.until()));
    put("clock", "");
    values.put("clock-label", words.say(clock.what().label(), Map.of()));
    values.put("countdown", left);
    values.put("long", left.length() > LONG ? " long" : "");
    values.put("clock-at", words.say("plain.at", Map.of("at", clock.until().toEpochMilli())));
  }

  private String left(Duration left) {
    Duration whole = left.isNegative() ? Duration.ZERO : left.plusMillis(999);
    String rest =
        words.twoDigits(whole.toMinutesPart()) + ":" + words.twoDigits(whole.toSecondsPart());
    String time = whole.toHours() > 0 ? words.figure(whole.toHoursPart()) + ":" + rest : rest;
    return whole.toDays() > 0
        ? words.say("clock.days", Map.of("days", whole.toDays(), "time", time))
        : time;
  }

  private void stock(PlainPage.Stock stock) {
    String few = words.say("stock.few", Map.of("n", stock.free()));
    String behind = words.say("stock.behind", Map.of());
    put("stock", stock.moreAhead() ? few + " " + behind : few);
  }
}
