package dev.headgate.gateway.token;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The admission keys of a folder as an operator changes them while gateways use them. Everything
 * here blocks on the disk, waits for others who change the same folder, and happens whole or not at
 * all.
 *
 * <p>All methods throw {@link IllegalStateException} if the folder is not usable; the message names
 * the file and never what is in it.
 */
public interface KeyRotation {

  /** The keys in this folder, which has at least one. */
  static KeyRotation in(Path folder) {
    return new FolderRotation(new AdmissionKeyFiles(new KeyFolder(folder, false)));
  }

  /** What was asked for does not go, or not yet; nothing has changed. */
  final class RefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    RefusedException(String reason) {
      super(reason);
    }
  }

  /** What a key does. */
  enum State {
    /** It is published and verifies; it signs after the next rotation. */
    NEXT,
    /** It signs. */
    CURRENT,
    /** It verifies what it signed before. */
    PREVIOUS
  }

  /**
   * A key, without anything secret.
   *
   * @param since when it became what it is
   * @param free when the next step is due: from then on a next key may sign, and a previous one may
   *     go; null for the current one
   */
  record Listed(
      String kid, TokenAlgorithm algorithm, State state, Instant since, @Nullable Instant free) {}

  /** All keys in use, in the order of {@link State}. */
  List<Listed> list();

  /**
   * Makes a next key.
   *
   * @throws RefusedException if there is one
   */
  Listed make(TokenAlgorithm algorithm, Instant now);

  /**
   * Takes a key from a file as the next one: a private JWK, or a PKCS #8 PEM.
   *
   * @throws RefusedException if there is a next key, the file holds no usable one, or its id is in
   *     use
   */
  Listed take(Path file, Instant now);

  /**
   * Lets the next key sign, and the current one verify only.
   *
   * @param mayRefuseFans whether that may be before every cache has seen the next key
   * @return the key that signs
   * @throws RefusedException if there is no next key, or if it is too new
   */
  Listed rotate(Instant now, boolean mayRefuseFans);

  /**
   * Drops previous keys and deletes their files.
   *
   * @param kid one key, previous or next; null for all previous ones whose last tokens are over
   * @param mayRefuseFans whether it may be one whose tokens may still be good
   * @return the ids of those that were dropped, at least one
   * @throws RefusedException if there is none to drop, or not yet
   */
  List<String> retire(@Nullable String kid, Instant now, boolean mayRefuseFans);
}
