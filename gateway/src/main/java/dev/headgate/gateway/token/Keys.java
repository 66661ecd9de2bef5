package dev.headgate.gateway.token;

import io.vertx.core.Vertx;
import java.nio.file.Path;

/** The gateway's secrets, and what is made with them. All gateways of one event share them. */
public interface Keys {

  /**
   * Reads {@code place.key}, {@code draw.key} (32 bytes as 64 hex digits each) and the admission
   * keys: those that {@code admission-keys.json} names, or {@code admission.jwk} alone where nobody
   * has rotated yet. Blocks: for the start, on a worker.
   *
   * @param folder where they are
   * @param createMissing whether a file that is missing is made, with mode 0600
   * @throws IllegalStateException if one is missing, malformed, or open to other users of the
   *     machine; the message names the file and never what is in it
   */
  static Keys open(Path folder, boolean createMissing) {
    return FileKeys.open(new KeyFolder(folder, createMissing));
  }

  /** Mints and reads place tickets. */
  PlaceTickets placeTickets();

  /** Mints and reads entry tickets. */
  EntryTickets entryTickets();

  /** Issues and checks challenges. Made once a process: it numbers those it issues. */
  Challenges challenges();

  /** The secret behind every draw. */
  DrawKey drawKey();

  /**
   * A secret of 32 bytes for one purpose, the same wherever the same keys are.
   *
   * @param purpose says what for, and tells it from every other
   */
  byte[] secretFor(String purpose);

  /**
   * Signs and verifies admission tokens. Made once a process: it owns a worker pool and caches, and
   * follows what changes in the folder within a few seconds, until Vert.x is closed.
   *
   * @param issuer the {@code iss}: the public origin, such as {@code https://tickets.example}
   */
  AdmissionTokens admissionTokens(Vertx vertx, String issuer);
}
