package dev.headgate.booking.payment;

import com.stripe.exception.StripeException;
import com.stripe.model.StripeError;
import dev.headgate.booking.payment.ProcessorException.Kind;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a failed call says about whether the thing was done. */
final class StripeErrors {
  private static final int CONFLICT = 409;
  private static final int TOO_MANY = 429;
  private static final Pattern WORD = Pattern.compile("[a-z0-9_]{1,64}");

  private StripeErrors() {}

  static ProcessorException of(Throwable failure) {
    if (failure instanceof ProcessorException known) {
      return known;
    }
    if (failure instanceof StripeException answer) {
      return of(answer);
    }
    return new ProcessorException(Kind.UNKNOWN, "unreadable");
  }

  private static ProcessorException of(StripeException answer) {
    int status = answer.getStatusCode() == null ? 0 : answer.getStatusCode();
    if (status == 0) {
      return new ProcessorException(Kind.UNKNOWN, "no_answer");
    }
    if (status == TOO_MANY) {
      return new ProcessorException(Kind.BUSY, code(answer.getStripeError()));
    }
    // Not Stripe's words, so not Stripe's no: something in between may have made it up.
    if (answer.getStripeError() == null) {
      return new ProcessorException(Kind.UNKNOWN, "unreadable");
    }
    return new ProcessorException(kind(status), code(answer.getStripeError()));
  }

  private static Kind kind(int status) {
    if (status == CONFLICT) {
      return Kind.BUSY;
    }
    return status >= 400 && status < 500 ? Kind.REFUSED : Kind.UNKNOWN;
  }

  /** Stripe's code, or at least the kind of error. */
  private static String code(@Nullable StripeError error) {
    String code = error == null ? null : error.getCode();
    String word = code == null && error != null ? error.getType() : code;
    return word != null && WORD.matcher(word).matches() ? word : "other";
  }
}
