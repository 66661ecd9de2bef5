package dev.headgate.booking.admission;

import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;

/** Checks that whoever uses a bound admission has its key (RFC 9449). */
public interface Proofs {

  /**
   * One for the process: it remembers which proofs were taken. Proofs name addresses as fans know
   * them, which begin with the issuer of the tokens.
   */
  static Proofs of(Vertx vertx, ShopConfig.Admission settings, InstantSource clock) {
    return new DpopProofs(vertx, settings.issuer(), clock);
  }

  /** What a request's proofs come to. */
  enum Answer {
    /** It has the key, and nobody has sent this proof before. */
    PROVEN,
    /** None was sent. */
    MISSING,
    /** What was sent is no good; for every reason the same answer. */
    INVALID,
    /** More are under way, or remembered, than are taken on. */
    BUSY
  }

  /** A request's method and path. */
  record Target(String method, String path) {}

  /**
   * Takes a request's proof; the same is never taken again in this process. Signatures are checked
   * on a worker. Never fails.
   *
   * @param headers every {@code DPoP} header of the request
   * @param binding of the admission that it came with
   */
  Future<Answer> take(List<String> headers, Binding binding, Target target);
}
