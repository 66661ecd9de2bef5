package dev.headgate.booking.notice;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A mail server that refuses, delays and accepts as it is told. */
final class ScriptedSmtp implements AutoCloseable {
  static final String FINE = "250 fine";

  private final ServerSocket listening;
  private final ExecutorService sessions = Executors.newCachedThreadPool();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  /** What is answered to a recipient. */
  volatile Function<String, String> onRecipient = recipient -> FINE;

  /** Called with recipient and text before a text is acknowledged. */
  volatile BiConsumer<String, String> beforeAcknowledging = (recipient, text) -> {};

  /** Every line that a client said outside of texts. */
  final List<String> commands = new CopyOnWriteArrayList<>();

  /** Texts that were taken, one a delivery. */
  final List<String> accepted = new CopyOnWriteArrayList<>();

  ScriptedSmtp() {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    sessions.execute(this::listen);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = listening.accept();
        open.add(socket);
        sessions.execute(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      OutputStream out = socket.getOutputStream();
      String recipient = "";
      say(out, "220 scripted");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        commands.add(line);
        String command = line.toUpperCase(Locale.ROOT);
        if (command.startsWith("RCPT TO:")) {
          recipient = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
          say(out, onRecipient.apply(recipient));
        } else if (command.equals("DATA")) {
          say(out, "354 go on");
          String text = text(in);
          beforeAcknowledging.accept(recipient, text);
          accepted.add(text);
          say(out, FINE);
        } else if (command.equals("QUIT")) {
          say(out, "221 bye");
          return;
        } else {
          say(out, FINE);
        }
      }
    } catch (IOException gone) {
      // The client hung up.
    }
  }

  private static String text(BufferedReader in) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    sessions.shutdownNow();
  }
}
