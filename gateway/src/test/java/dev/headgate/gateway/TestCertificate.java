package dev.headgate.gateway;

import dev.headgate.gateway.config.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for this machine that signs itself, made by the JDK's own tool. */
record TestCertificate(X509Certificate certificate, String certificatePem, String keyPem) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /**
   * @param algorithm RSA or EC
   */
  static TestCertificate make(Path folder, String algorithm) {
    try {
      Path store = Files.createTempDirectory(folder, "store").resolve("store.p12");
      run(store, algorithm);
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD);
      }
      X509Certificate certificate = (X509Certificate) keys.getCertificate("server");
      return new TestCertificate(
          certificate,
          pem("CERTIFICATE", certificate.getEncoded()),
          pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static void run(Path store, String algorithm) throws IOException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-validity",
                "3",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (keytool.waitFor() != 0) {
        throw new AssertionError(said);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static String pem(String what, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  /** Writes both files, over those that may be there. */
  Tls in(Path folder) {
    Path chain = folder.resolve("chain.pem");
    Path key = folder.resolve("key.pem");
    try {
      Files.writeString(chain, certificatePem);
      Files.writeString(key, keyPem);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new Tls(chain, key);
  }

  /** What a client needs to believe these. */
  static SSLContext trusting(TestCertificate... certificates) {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (TestCertificate each : List.of(certificates)) {
        trusted.setCertificateEntry(each.certificate().getSerialNumber() + "", each.certificate());
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }
}
