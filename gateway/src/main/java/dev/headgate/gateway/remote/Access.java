package dev.headgate.gateway.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** How to get at a gateway: its address, the operator's token, and whom to trust. */
final class Access {
  static final String URL_VARIABLE = "HEADGATE_OPERATOR_URL";
  static final String TOKEN_VARIABLE = "HEADGATE_OPERATOR_TOKEN";

  private static final String HERE = "http://127.0.0.1:8090";
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int LONGEST_TOKEN = 16_384;

  private final Terminal terminal;
  private final PrintWriter warnings;

  Access(Terminal terminal, PrintWriter warnings) {
    this.terminal = terminal;
    this.warnings = warnings;
  }

  /**
   * @param url the origin, or what the environment says, or this machine
   * @param tokenFile a file with the token, or null for the environment's
   * @param ca a file of certificates (PEM) to trust instead of the usual ones; null for those
   */
  Api open(@Nullable String url, @Nullable Path tokenFile, @Nullable Path ca)
      throws FailedException {
    String given = url == null ? terminal.variable(URL_VARIABLE) : url;
    URI base = base(given == null ? HERE : given);
    if (ca != null && !isEncrypted(base)) {
      throw FailedException.usage("--ca: only for an address that begins with https://");
    }
    String token = tokenFile == null ? fromEnvironment() : fromFile(tokenFile);
    warnIfOverheard(base);
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .sslContext(trust(base, ca))
            .build();
    return new Api(client, base.toString().replaceAll("/+$", ""), token);
  }

  private static URI base(String text) throws FailedException {
    try {
      URI uri = URI.create(text);
      boolean http = "http".equals(uri.getScheme()) || isEncrypted(uri);
      boolean bare =
          uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (http && bare && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    // Not repeated: somebody may have put a password into it.
    throw FailedException.usage(
        "--url, " + URL_VARIABLE + ": (expected: an address such as " + HERE + ")");
  }

  private static boolean isEncrypted(URI uri) {
    return "https".equals(uri.getScheme());
  }

  private String fromEnvironment() throws FailedException {
    String token = terminal.variable(TOKEN_VARIABLE);
    if (token == null) {
      throw FailedException.usage(
          "no operator token: set " + TOKEN_VARIABLE + ", or name a file with --token-file");
    }
    return checked(token, TOKEN_VARIABLE);
  }

  private String fromFile(Path file) throws FailedException {
    try (InputStream in = Files.newInputStream(file)) {
      checkReaders(file);
      return checked(
          new String(in.readNBytes(LONGEST_TOKEN + 1), StandardCharsets.US_ASCII), "--token-file");
    } catch (IOException e) {
      throw FailedException.usage("--token-file: cannot be read: " + file);
    }
  }

  private static String checked(String text, String from) throws FailedException {
    String token = text.strip();
    if (!token.matches("[\\x21-\\x7e]{1," + LONGEST_TOKEN + "}")) {
      throw FailedException.usage(from + ": (expected: one line, a token without spaces)");
    }
    return token;
  }

  private void checkReaders(Path file) throws IOException, FailedException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    Set<PosixFilePermission> may = Files.getPosixFilePermissions(file);
    if (may.contains(PosixFilePermission.OTHERS_READ)) {
      throw FailedException.usage(
          "--token-file: everybody on this machine can read it; do: chmod 600 " + file);
    }
    if (may.contains(PosixFilePermission.GROUP_READ)) {
      warnings.println("headgate: warning: your group can read " + file + " (chmod 600 it)");
    }
  }

  private void warnIfOverheard(URI base) {
    if (!isEncrypted(base) && !isThisMachine(base.getHost())) {
      warnings.println(
          "headgate: warning: the token goes to "
              + base.getHost()
              + " unencrypted; use https://, or a tunnel to 127.0.0.1");
    }
  }

  private static boolean isThisMachine(String host) {
    // A name of elsewhere is not looked up for this.
    if (!host.equals("localhost") && !host.matches("\\[.*]|[0-9.]+")) {
      return false;
    }
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static SSLContext trust(URI base, @Nullable Path ca) throws FailedException {
    try {
      if (isEncrypted(base) && ca == null) {
        return SSLContext.getDefault();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      // Without encryption the usual certificates would be read for nothing, which takes a while.
      context.init(null, ca == null ? new TrustManager[0] : managers(ca), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw FailedException.usage("--ca: no certificates (PEM) can be read from " + ca);
    }
  }

  private static TrustManager[] managers(Path ca) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(ca)) {
      int count = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + count++, each);
      }
      if (count == 0) {
        throw new IOException("empty");
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
