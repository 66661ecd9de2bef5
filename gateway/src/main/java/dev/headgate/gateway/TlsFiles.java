package dev.headgate.gateway;

import dev.headgate.gateway.config.Tls;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A certificate and its key as they were read from their files at one time.
 *
 * @param options the same for a server
 * @param expires when the server's own certificate does
 */
record TlsFiles(Buffer certificate, Buffer key, PemKeyCertOptions options, Instant expires) {
  private static final int MOST_BYTES = 1 << 20;
  private static final byte[] PROBE = new byte[32];

  /** The files cannot be used; the message names the one that is wrong, and none of its content. */
  static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    // Without a cause: those of parsers may quote what they could not read.
    private UnusableException(Path file, String reason) {
      super(file + ": " + reason, null, false, false);
    }
  }

  /**
   * Reads both files, which blocks.
   *
   * @throws UnusableException if one cannot be read, or they do not belong together
   */
  static TlsFiles read(Vertx vertx, Tls tls) throws UnusableException {
    Buffer certificate = bytes(tls.certificate());
    Buffer key = bytes(tls.key());
    List<X509Certificate> chain = chain(tls.certificate(), certificate);
    PemKeyCertOptions options = new PemKeyCertOptions().addCertValue(certificate).addKeyValue(key);
    PrivateKey privateKey = privateKey(vertx, options);
    if (privateKey == null || !belongTogether(privateKey, chain.get(0).getPublicKey())) {
      throw new UnusableException(
          tls.key(),
          "no private key in it that can be read and is that of the first certificate in "
              + tls.certificate()
              + " (expected: PEM, unencrypted, RSA or EC)");
    }
    return new TlsFiles(certificate, key, options, chain.get(0).getNotAfter().toInstant());
  }

  boolean sameAs(TlsFiles other) {
    return certificate.equals(other.certificate) && key.equals(other.key);
  }

  /** Without the rest, which holds the key. */
  @Override
  public String toString() {
    return "TlsFiles[expires " + expires + "]";
  }

  private static Buffer bytes(Path file) throws UnusableException {
    try {
      if (Files.size(file) <= MOST_BYTES) {
        return Buffer.buffer(Files.readAllBytes(file));
      }
      throw new UnusableException(file, "too large (expected: at most " + MOST_BYTES + " bytes)");
    } catch (IOException unreadable) {
      throw new UnusableException(file, "cannot be read (expected: a PEM file)");
    }
  }

  private static List<X509Certificate> chain(Path file, Buffer pem) throws UnusableException {
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem.getBytes()))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!chain.isEmpty()) {
        return chain;
      }
    } catch (GeneralSecurityException malformed) {
      // Dropped: it may quote what could not be read.
    }
    throw new UnusableException(file, "no certificate in it (expected: a PEM chain, ours first)");
  }

  private static @Nullable PrivateKey privateKey(Vertx vertx, PemKeyCertOptions options) {
    try {
      for (KeyManager manager : options.getKeyManagerFactory(vertx).getKeyManagers()) {
        if (manager instanceof X509KeyManager keys) {
          return only(keys);
        }
      }
      return null;
    } catch (Exception malformed) {
      // Dropped: it may quote what could not be read.
      return null;
    }
  }

  private static @Nullable PrivateKey only(X509KeyManager keys) {
    return Arrays.asList("RSA", "EC").stream()
        .map(type -> keys.getServerAliases(type, null))
        .filter(aliases -> aliases != null && aliases.length > 0)
        .map(aliases -> keys.getPrivateKey(aliases[0]))
        .findFirst()
        .orElse(null);
  }

  private static boolean belongTogether(PrivateKey key, PublicKey certified) {
    String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    try {
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(key);
      signing.update(PROBE);
      byte[] signature = signing.sign();
      Signature checking = Signature.getInstance(algorithm);
      checking.initVerify(certified);
      checking.update(PROBE);
      return checking.verify(signature);
    } catch (GeneralSecurityException different) {
      return false;
    }
  }
}
