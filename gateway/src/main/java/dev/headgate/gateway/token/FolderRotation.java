package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rotation by replacing the index of a folder. */
final class FolderRotation implements KeyRotation {
  private static final long MAX_BYTES = 16 * 1024;

  private final AdmissionKeyFiles files;

  FolderRotation(AdmissionKeyFiles files) {
    this.files = files;
  }

  @Override
  public List<Listed> list() {
    AdmissionKeyFiles.Read read = files.read();
    KeyRing ring = read.ring();
    List<Listed> listed = new ArrayList<>();
    KeyRing.Slot next = ring.next();
    if (next != null) {
      listed.add(listed(next, State.NEXT));
    }
    listed.add(listed(ring.current(), State.CURRENT));
    ring.previous().forEach(slot -> listed.add(listed(slot, State.PREVIOUS)));
    return listed;
  }

  @Override
  public Listed make(TokenAlgorithm algorithm, Instant now) {
    try {
      return add(KeyText.made(algorithm), now);
    } catch (KeyText.UnreadableException e) {
      throw new IllegalStateException("what we wrote we can read", e);
    }
  }

  @Override
  public Listed take(Path file, Instant now) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new RefusedException(file + ": too large to be a key");
      }
      return add(KeyText.imported(Files.readString(file, US_ASCII)), now);
    } catch (IOException unreadable) {
      // Its message could quote what was read.
      throw new RefusedException(file + ": cannot be read (" + unreadable.getClass() + ")");
    } catch (KeyText.UnreadableException malformed) {
      throw new RefusedException(file + ": " + malformed.getMessage());
    }
  }

  private Listed add(String jwk, Instant now) throws KeyText.UnreadableException {
    String kid = KeyText.read(jwk).kid();
    KeyRing.Slot next = files.add(kid, jwk, now);
    return listed(next, State.NEXT);
  }

  @Override
  public Listed rotate(Instant now, boolean mayRefuseFans) {
    KeyRing ring =
        files.change(
            before -> {
              KeyRing after = before.rotated(now, mayRefuseFans);
              // Fails where gateways could not read it and would go on with the old ring.
              AdmissionKey unused = files.key(after.current().kid());
              return after;
            });
    return listed(ring.current(), State.CURRENT);
  }

  @Override
  public List<String> retire(@Nullable String kid, Instant now, boolean mayRefuseFans) {
    List<String> dropped = new ArrayList<>();
    KeyRing ring =
        files.change(
            before -> {
              before.all().forEach(slot -> dropped.add(slot.kid()));
              return kid == null ? before.retired(now) : before.retired(kid, now, mayRefuseFans);
            });
    ring.all().forEach(slot -> dropped.remove(slot.kid()));
    return dropped;
  }

  private Listed listed(KeyRing.Slot slot, State state) {
    Instant free =
        switch (state) {
          case NEXT -> slot.since().plus(KeyRing.PUBLISHED);
          case CURRENT -> null;
          case PREVIOUS -> KeyRing.overAt(slot);
        };
    return new Listed(slot.kid(), files.key(slot.kid()).algorithm(), state, slot.since(), free);
  }
}
