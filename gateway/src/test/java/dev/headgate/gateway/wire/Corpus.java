package dev.headgate.gateway.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of requests; the README beside them says how they are written. */
final class Corpus {
  /** The tables. */
  static final List<String> FAMILIES =
      List.of("paths", "framing", "headers", "methods", "tokens", "spoofed");

  private static final Pattern TIMES = Pattern.compile("\\{([^{}]*)\\*(\\d+)}");
  private static final Pattern NAMED = Pattern.compile("\\{([a-z]+)}");
  private static final String INNER =
      "POST /holds/smuggled-NNNN HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n";

  private final Map<String, String> named = new HashMap<>();
  private final Map<String, String> bad;
  private final List<Row> rows = new ArrayList<>();

  private Corpus(Mint mint, String revoked) {
    String token = mint.good("derby", 7);
    named.put("token", token);
    named.put("cup", mint.good("cup", 7));
    named.put("revoked", revoked);
    named.put("host", "Host: a.example\r\n");
    named.put("in", "Headgate-Admission: " + token + "\r\n");
    named.put("inner", INNER);
    named.put("innersize", INNER.length() + "");
    named.put("innerhex", Integer.toHexString(INNER.length()));
    named.put("nothing", "");
    named.put("open", "{");
    named.put("close", "}");
    bad = mint.bad();
  }

  /**
   * All rows.
   *
   * @param revoked the token of a session that has been ended
   */
  static List<Row> rows(Mint mint, String revoked) {
    return rows(mint, revoked, FAMILIES);
  }

  /** All rows of some tables. */
  static List<Row> rows(Mint mint, String revoked, List<String> families) {
    Corpus corpus = new Corpus(mint, revoked);
    families.forEach(corpus::read);
    return List.copyOf(corpus.rows);
  }

  /** The request, but for the number that tells whose hidden request it is. */
  static String unnumbered(Row row) {
    return row.request().replaceAll("smuggled-[0-9]{4}", "smuggled-NNNN");
  }

  private void read(String family) {
    List<String> templates = new ArrayList<>();
    boolean rowsBegan = false;
    for (String line : text(family).lines().toList()) {
      if (line.isBlank()) {
        rowsBegan = true;
      } else if (line.startsWith("= ")) {
        if (rowsBegan) {
          templates.clear();
        }
        rowsBegan = false;
        templates.add(line.substring(2));
      } else if (!line.startsWith("#")) {
        rowsBegan = true;
        add(family, templates, line.split(" \\| ", 3));
      }
    }
  }

  private void add(String family, List<String> templates, String[] columns) {
    if (columns.length != 3) {
      throw new IllegalArgumentException(family + ": " + String.join(" | ", columns));
    }
    for (String template : templates) {
      String request = template.replace("{}", columns[2]);
      if (request.contains("{bad}")) {
        bad.forEach(
            (kind, token) ->
                rows.add(row(family, columns, kind, request.replace("{bad}", "{" + "}"), token)));
      } else {
        String number = String.format("smuggled-%04d", rows.size());
        String whole = bytes(request).replace("smuggled-NNNN", number);
        rows.add(Row.of(family, columns[1], columns[0], whole));
      }
    }
  }

  private Row row(String family, String[] columns, String kind, String request, String token) {
    int slot = request.indexOf("{}");
    String whole = bytes(request.substring(0, slot)) + token + bytes(request.substring(slot + 2));
    return Row.of(family, columns[1] + ": " + kind, columns[0], whole);
  }

  private String bytes(String written) {
    String repeated =
        TIMES
            .matcher(written)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1).repeat(Integer.parseInt(found.group(2)))));
    StringBuilder text = new StringBuilder();
    int from = 0;
    Matcher name = NAMED.matcher(repeated);
    while (name.find()) {
      String value =
          Objects.requireNonNull(named.get(name.group(1)), () -> "no such name: " + name.group());
      text.append(unescaped(repeated.substring(from, name.start()))).append(value);
      from = name.end();
    }
    return text.append(unescaped(repeated.substring(from))).toString();
  }

  private static String unescaped(String written) {
    StringBuilder text = new StringBuilder(written.length());
    for (int at = 0; at < written.length(); at++) {
      char c = written.charAt(at);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char kind = written.charAt(++at);
      if (kind == 'x') {
        text.append((char) Integer.parseInt(written.substring(at + 1, at + 3), 16));
        at += 2;
      } else {
        text.append(plain(kind));
      }
    }
    return text.toString();
  }

  private static char plain(char kind) {
    return switch (kind) {
      case 'r' -> '\r';
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'v' -> '\u000b';
      case 'f' -> '\f';
      case '0' -> '\0';
      case 's' -> ' ';
      case '\\' -> '\\';
      default -> throw new IllegalArgumentException("\\" + kind);
    };
  }

  private static String text(String family) {
    try (InputStream in = Corpus.class.getResourceAsStream(family + ".txt")) {
      return new String(Objects.requireNonNull(in, family).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
