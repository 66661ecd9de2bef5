package dev.headgate.booking.http;

import dev.headgate.booking.account.Address;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a request to pay says, checked before anything is looked at. */
record CheckoutBody(String paymentMethod, @Nullable String email, @Nullable String phone) {
  static final Set<String> FIELDS = Set.of("paymentMethod", "email", "phone");

  private static final Pattern METHOD = Pattern.compile("pm_[A-Za-z0-9_]{1,200}");
  private static final Pattern PHONE = Pattern.compile("\\+[1-9][0-9]{6,14}");

  static CheckoutBody of(Map<String, @Nullable Object> body) {
    if (!(body.get("paymentMethod") instanceof String method)
        || !METHOD.matcher(method).matches()) {
      throw new ProblemException(
          Problem.of(
              400,
              "invalid-payment-method",
              "No payment method",
              "Send paymentMethod as the payment processor named it (pm_...)."));
    }
    return new CheckoutBody(
        method,
        optional(body, "email", CheckoutBody::isEmail),
        optional(body, "phone", CheckoutBody::isPhone));
  }

  private static boolean isEmail(String text) {
    return Address.email(text).isPresent();
  }

  /** As it is kept, and none that costs whoever writes to it. */
  private static boolean isPhone(String text) {
    return PHONE.matcher(text).matches() && Address.phone(text).isPresent();
  }

  private static @Nullable String optional(
      Map<String, @Nullable Object> body, String name, Predicate<String> fits) {
    Object value = body.get(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof String text) || !fits.test(text)) {
      throw new ProblemException(
          Problem.of(
              400,
              "invalid-" + name,
              "Not an address to write to",
              "Check the field " + name + "."));
    }
    return text;
  }
}
