package dev.headgate.gateway.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command was started.
 *
 * @param environment its variables; they hold secrets
 * @param interactive whether somebody sits there who can be asked
 * @param in what they type
 */
record Terminal(Map<String, String> environment, boolean interactive, BufferedReader in) {

  /** That of this process. */
  @SuppressWarnings("SystemConsoleNull") // The script asks newer Javas for the console of old.
  static Terminal ours() {
    return new Terminal(
        System.getenv(),
        System.console() != null,
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())));
  }

  @Nullable String variable(String name) {
    String value = environment.get(name);
    return value == null || value.isBlank() ? null : value;
  }

  /** What is typed next; empty at the end. */
  String line() {
    try {
      String typed = in.readLine();
      return typed == null ? "" : typed.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether what is typed next means yes. */
  boolean yes() {
    String typed = line().toLowerCase(Locale.ROOT);
    return typed.equals("y") || typed.equals("yes");
  }

  @Override
  public String toString() {
    return "Terminal[interactive=" + interactive + "]";
  }
}
