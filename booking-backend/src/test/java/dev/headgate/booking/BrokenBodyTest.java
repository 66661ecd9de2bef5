package dev.headgate.booking;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.headgate.booking.config.EventSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Bodies that break, or do not end. */
class BrokenBodyTest {
  private static final String HEAD =
      "POST /webhooks/payments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger all = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private TestShop shop;

  @BeforeEach
  void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 200), config -> config);
    lines.start();
    all.addAppender(lines);
  }

  @AfterEach
  void close() {
    all.detachAppender(lines);
    shop.close();
  }

  private String answer(String rest) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shop.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write((HEAD + rest).getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  @Test
  void chunksThatCannotBeReadAreTheClientsFaultAndNoErrorOfOurs() throws IOException {
    for (String chunks : List.of("-2\r\n{}\r\n", "zz\r\n", "1\r\nab\r\n", "2\n{}\n0\n\n")) {
      String answer = answer("Transfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n");
      assertTrue(answer.startsWith("HTTP/1.1 400 "), chunks + answer);
      assertTrue(answer.contains("urn:headgate:problem:bad-request"), answer);
    }
    List<String> loud =
        List.copyOf(lines.list).stream()
            .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
            // A machine that stands still is no client's doing.
            .filter(line -> !line.getLoggerName().endsWith("BlockedThreadChecker"))
            .map(ILoggingEvent::getFormattedMessage)
            .toList();
    assertEquals(List.of(), loud);
  }

  @Test
  void whoSendsFarMoreThanIsReadIsToldSo() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shop.port())) {
      socket.setSoTimeout(60_000);
      OutputStream out = socket.getOutputStream();
      out.write((HEAD + "Transfer-Encoding: chunked\r\n\r\n").getBytes(ISO_8859_1));
      byte[] chunk = new byte[100_000];
      for (int i = 0; i < 60; i++) {
        out.write((Integer.toHexString(chunk.length) + "\r\n").getBytes(ISO_8859_1));
        out.write(chunk);
        out.write("\r\n".getBytes(ISO_8859_1));
      }
      out.write("0\r\n\r\n".getBytes(ISO_8859_1));
      byte[] status = socket.getInputStream().readNBytes(12);
      assertEquals("HTTP/1.1 413", new String(status, ISO_8859_1));
    }
  }
}
