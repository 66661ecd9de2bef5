package dev.headgate.booking.http;

import dev.headgate.booking.account.Account;
import dev.headgate.booking.account.Accounts;
import dev.headgate.booking.account.Accounts.Begun;
import dev.headgate.booking.account.Accounts.Caller;
import dev.headgate.booking.account.Accounts.Guess;
import dev.headgate.booking.account.Accounts.Verified;
import dev.headgate.booking.account.Address;
import dev.headgate.booking.http.Visitors.Visitor;
import dev.headgate.booking.seat.Times;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in by a code that was sent to an address, and out again. */
final class SessionHandlers {
  private static final Logger LOG = LoggerFactory.getLogger(SessionHandlers.class);
  private static final Set<String> ADDRESSES = Set.of("email", "phone");
  private static final Set<String> GUESS = Set.of("signInId", "code");
  private static final Pattern CODE = Pattern.compile("[0-9]{6}");
  private static final Pattern SIGN_IN_ID = Pattern.compile("[A-Za-z0-9_-]{22}");

  private final Accounts accounts;
  private final Visitors visitors;

  SessionHandlers(Accounts accounts, Visitors visitors) {
    this.accounts = accounts;
    this.visitors = visitors;
  }

  /** Sends a code. What it answers says nothing about whether the address has an account. */
  void begin(Exchange exchange) {
    Visitors.sameSite(exchange)
        .compose(sameSite -> exchange.object(ADDRESSES))
        .map(SessionHandlers::address)
        .compose(
            address ->
                visitors
                    .caller(exchange)
                    .compose(
                        caller ->
                            accounts.begin(address, caller == null ? null : caller.customer())))
        .map(Exchange.by(begun -> answer(begun, exchange)))
        .onFailure(failure -> refused(failure, exchange));
  }

  private static Address address(Map<String, @Nullable Object> body) {
    if (body.size() != 1) {
      throw new ProblemException(Problem.badRequest("Either email or phone, and not both."));
    }
    String field = body.keySet().iterator().next();
    Optional<Address> address =
        body.get(field) instanceof String text
            ? field.equals("email") ? Address.email(text) : Address.phone(text)
            : Optional.empty();
    return address.orElseThrow(
        () ->
            new ProblemException(
                Problem.of(
                        400,
                        "invalid-address",
                        "No code can be sent there",
                        "An e-mail address such as fan@example.com, or a number that begins with +"
                            + " and its country code.")
                    .with("field", field)));
  }

  private static void answer(Begun begun, Exchange exchange) {
    if (begun instanceof Begun.Sent sent) {
      exchange.json(
          202,
          new JsonObject()
              .put("signInId", sent.signInId())
              .put("expiresAt", Times.written(sent.expiresAt()))
              .put("serverTime", Times.written(sent.serverTime())));
    } else if (begun instanceof Begun.TooMany many) {
      exchange.set("Retry-After", Visitors.seconds(many.pause()));
      exchange.problem(
          Problem.of(
              429, "too-many-codes", "Too many codes", "Use the newest one, or wait a little."));
    }
  }

  /** Looks at a code and, if it is the one that was sent, gives a fresh session. */
  void verify(Exchange exchange) {
    Visitors.sameSite(exchange)
        .compose(sameSite -> exchange.object(GUESS))
        .compose(
            body ->
                visitors.caller(exchange).compose(caller -> accounts.verify(guess(body, caller))))
        .map(Exchange.by(verified -> answer(verified, exchange)))
        .onFailure(failure -> refused(failure, exchange));
  }

  private static Guess guess(Map<String, @Nullable Object> body, @Nullable Visitor visitor) {
    Caller caller =
        visitor == null ? null : new Caller(visitor.customer(), visitor.kind().hasAccount());
    if (body.get("signInId") instanceof String id
        && SIGN_IN_ID.matcher(id).matches()
        && body.get("code") instanceof String code
        && CODE.matcher(code).matches()) {
      return new Guess(id, code, caller);
    }
    throw new ProblemException(
        Problem.badRequest("signInId must be one this shop gave, and code a text of six digits."));
  }

  private void answer(Verified verified, Exchange exchange) {
    if (verified instanceof Verified.SignedIn in) {
      exchange.json(200, entered(in, visitors.enter(in.account(), exchange)));
    } else if (verified instanceof Verified.Wrong wrong) {
      exchange.problem(
          Problem.of(403, "wrong-code", "Not the code", "It is not the one that was sent.")
              .with("triesLeft", wrong.triesLeft()));
    } else if (verified instanceof Verified.Over) {
      exchange.problem(Problem.of(410, "code-expired", "The code is over", "Ask for another one."));
    } else {
      exchange.problem(
          Problem.of(
              409,
              "address-in-use",
              "Another account has this address",
              "Sign out to sign in to that one. Accounts are not merged."));
    }
  }

  private static JsonObject entered(Verified.SignedIn in, Visitors.Entered session) {
    JsonObject body =
        account(in.account())
            .put("expiresAt", Times.written(session.expiresAt()))
            .put("session", session.text());
    return in.leavesHolds() ? body.put("guestHolds", true) : body;
  }

  private static JsonObject account(Account account) {
    JsonObject body = new JsonObject().put("customer", account.customer()).put("kind", "account");
    if (account.email() != null) {
      body.put("email", account.email());
    }
    return account.phone() == null ? body : body.put("phone", account.phone());
  }

  /** Who the caller is. */
  void me(Exchange exchange) {
    visitors
        .signedIn(exchange)
        .compose(
            caller ->
                caller == null
                    ? Future.failedFuture(new ProblemException(noSession()))
                    : described(caller))
        .map(Exchange.by(body -> exchange.json(200, body)))
        .onFailure(exchange::failure);
  }

  private Future<JsonObject> described(Visitor caller) {
    Future<JsonObject> known =
        caller.kind().hasAccount()
            ? accounts.find(caller.customer()).map(account -> account(found(account)))
            : Future.succeededFuture(
                new JsonObject().put("customer", caller.customer()).put("kind", "guest"));
    Instant end = Objects.requireNonNull(caller.sessionEndsAt());
    return known.map(body -> body.put("expiresAt", Times.written(end)));
  }

  /** A session outlives its account only where the rows were lost. */
  private static Account found(Optional<Account> account) {
    return account.orElseThrow(() -> new ProblemException(noSession()));
  }

  /** Nobody is known who asks for what is somebody's. */
  static Problem noSession() {
    return Problem.of(401, "no-session", "Nobody is signed in", "Sign in first.")
        .with("signIn", "/sessions");
  }

  /** Signs out, whoever it was. */
  void leave(Exchange exchange) {
    Visitors.sameSite(exchange)
        .map(
            Exchange.by(
                sameSite -> {
                  visitors.leave(exchange);
                  exchange.empty(204);
                }))
        .onFailure(exchange::failure);
  }

  /** One line for what was wrong; never what was sent. */
  private static void refused(Throwable failure, Exchange exchange) {
    if (failure instanceof ProblemException problem) {
      LOG.debug("a sign-in was refused: {}", problem.problem().code());
    }
    exchange.failure(failure);
  }
}
