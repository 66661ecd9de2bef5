package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.icu.text.MessagePattern;
import com.ibm.icu.util.TimeZone;
import dev.headgate.gateway.testing.NodeRun;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's script says a message as ICU does, in every language and for every kind of number. */
class SpokenTest {
  private static final double[] NUMBERS = {0, 1, 1.5, 2, 3, 5, 11, 21, 100, 1_000_000, 2_000_001};
  private static final Set<String> TEXTS = Set.of("event", "headline", "more", "span");

  /** Minutes apart, on both sides of noon. */
  private static final long[] INSTANTS = {1_796_000_000_000L, 1_796_040_123_000L, 0L};

  private static final String HARNESS =
      """

      const work = JSON.parse(await new Response(process.stdin).text());
      const said = work.map(({ language, messages, asked }) => {
        const say = speaker(language, language, messages);
        return asked.map(([key, values]) => say(key, values));
      });
      process.stdout.write(JSON.stringify(said));
      """;

  private static final TimeZone HERE = TimeZone.getDefault();

  @TempDir private Path folder;

  @BeforeAll
  static void inOneZone() {
    TimeZone.setDefault(TimeZone.GMT_ZONE);
  }

  @AfterAll
  static void backHome() {
    TimeZone.setDefault(HERE);
  }

  @Test
  void everyMessageOfThePageIsTheSameInTheBrowserAsByIcu() throws Exception {
    agree(new Languages().all());
  }

  @Test
  void soIsTheRestOfTheSyntaxThatTheScriptKnows() throws Exception {
    String file =
        """
        text=It''s '{literal}' # and l'ordre “’”
        name=({event})
        exact={n, plural, =0 {none} =1 {exactly one} one {one of #} other {# of them}}
        nested={n, plural, one {{event} has #, {more}} other {{event} have # and {more, select, yes {more} constructor {odd} other {{n} less}}}}
        twice={n, plural, one {a} other {{m, plural, one {#} other {# and {n, number}}}}}
        chosen={event, select, constructor {x} other {fallback}}
        when={at, date, short} {at, date, medium} {at, date, long} {at, date, full}, {at, time, short} {at, time, medium}
        """;
    Stream<String> some = Stream.of("en", "de", "ar", "hi", "ja", "fr");
    agree(some.map(language -> Words.read(language, file)).toList());
  }

  private void agree(Collection<Words> languages) throws IOException, InterruptedException {
    JsonArray work = new JsonArray();
    languages.forEach(words -> work.add(work(words)));
    JsonArray said = said(work);
    for (int i = 0; i < work.size(); i++) {
      agree(work.getJsonObject(i), said.getJsonArray(i));
    }
    assertEquals(languages.size(), said.size());
  }

  private static void agree(JsonObject work, JsonArray said) {
    JsonArray asked = work.getJsonArray("asked");
    for (int i = 0; i < asked.size(); i++) {
      String what = work.getString("language") + " " + asked.getJsonArray(i).encode();
      assertEquals(work.getJsonArray("expected").getString(i), plain(said.getString(i)), what);
    }
    assertTrue(said.size() >= NUMBERS.length, "something was said");
  }

  private static JsonObject work(Words words) {
    JsonArray asked = new JsonArray();
    JsonArray expected = new JsonArray();
    JsonObject messages = words.compiled().getJsonObject("messages");
    for (String key : messages.fieldNames()) {
      for (int round = 0; round < NUMBERS.length; round++) {
        Map<String, Object> values = values(words.messages().get(key), round);
        asked.add(new JsonArray().add(key).add(new JsonObject(values)));
        expected.add(plain(words.say(key, values)));
      }
    }
    return new JsonObject()
        .put("language", words.language())
        .put("messages", messages)
        .put("asked", asked)
        .put("expected", expected);
  }

  private static Map<String, Object> values(@Nullable String message, int round) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String name : arguments(String.valueOf(message))) {
      if (name.equals("at")) {
        values.put(name, INSTANTS[round % INSTANTS.length]);
      } else if (TEXTS.contains(name)) {
        values.put(name, round == 0 ? "constructor" : "<b>{n} '# ＆ " + round + "</b>");
      } else if (name.equals("time")) {
        values.put(name, "5:30:12");
      } else {
        values.put(name, NUMBERS[(round + values.size()) % NUMBERS.length]);
      }
    }
    return values;
  }

  /** The names of all of them, however deep. */
  static Set<String> arguments(String message) {
    MessagePattern pattern = new MessagePattern(message);
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < pattern.countParts(); i++) {
      if (pattern.getPart(i).getType() == MessagePattern.Part.Type.ARG_NAME) {
        names.add(pattern.getSubstring(pattern.getPart(i)));
      }
    }
    return names;
  }

  /** Browsers write some spaces of times as plain ones, for the sake of old scripts. */
  private static String plain(String said) {
    return said.replaceAll("[\\u00a0\\u202f\\u2009]", " ");
  }

  private JsonArray said(JsonArray work) {
    String program = Resources.text("message.js").replace("export ", "") + HARNESS;
    return NodeRun.of(folder, program, work);
  }
}
