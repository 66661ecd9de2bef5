package dev.headgate.payment.simulator;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Idempotency keys as Stripe keeps them, for ever. On one event loop only. */
final class Keys {
  private final Map<String, Use> uses = new HashMap<>();
  private final Function<ApiError, Answer> render;

  Keys(Function<ApiError, Answer> render) {
    this.render = render;
  }

  /** The answer to the first call of this key; the work is done only for that one. */
  Future<Answer> once(@Nullable String key, String fingerprint, Supplier<Future<Answer>> work) {
    if (key == null) {
      return work.get();
    }
    Use use = uses.get(key);
    if (use != null) {
      return use.again(fingerprint);
    }
    uses.put(key, new Use(fingerprint, null));
    return work.get().onComplete(done -> remember(key, fingerprint, done));
  }

  boolean hasAnswered(@Nullable String key) {
    Use use = key == null ? null : uses.get(key);
    return use != null && use.answer() != null;
  }

  private void remember(String key, String fingerprint, AsyncResult<Answer> done) {
    if (done.succeeded()) {
      uses.put(key, new Use(fingerprint, done.result().sent()));
    } else if (done.cause() instanceof ApiError error && error.isRemembered()) {
      uses.put(key, new Use(fingerprint, render.apply(error)));
    } else {
      uses.remove(key);
    }
  }

  private record Use(String fingerprint, @Nullable Answer answer) {
    Future<Answer> again(String other) {
      if (!fingerprint.equals(other)) {
        return Future.failedFuture(ApiError.keyReused());
      }
      return answer == null
          ? Future.failedFuture(ApiError.keyInUse())
          : Future.succeededFuture(answer);
    }
  }
}
