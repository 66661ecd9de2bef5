package dev.headgate.booking.account;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Transaction;
import dev.headgate.booking.store.Ids;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of sign-ins and accounts, and what they mean. */
final class PgAccounts implements Accounts {
  // Together with one address's limit this bounds what a flood of made-up addresses costs.
  private static final int CODES_A_MINUTE = 3_000;
  private static final String EVERYBODY = "";

  private final Database database;
  private final Codes codes;
  private final ShopConfig.Accounts settings;
  private final RequestLimit ofCaller;
  private final RequestLimit ofEverybody = new RequestLimit(CODES_A_MINUTE, Duration.ofMinutes(1));
  private final Ids ids = new Ids();

  PgAccounts(Database database, Codes codes, ShopConfig.Accounts settings) {
    this.database = database;
    this.codes = codes;
    this.settings = settings;
    this.ofCaller = new RequestLimit(settings.codesAnHour(), Duration.ofHours(1));
  }

  @Override
  public Future<Begun> begin(Address address, @Nullable String caller) {
    long now = System.nanoTime();
    Duration wait = caller == null ? Duration.ZERO : ofCaller.ask(caller, now);
    if (wait.isZero()) {
      wait = ofEverybody.ask(EVERYBODY, now);
    }
    return wait.isZero() ? send(address) : Future.succeededFuture(new Begun.TooMany(wait));
  }

  private Future<Begun> send(Address address) {
    String signInId = ids.next();
    String code = codes.fresh();
    Database.Statement begin =
        AccountSql.BEGIN.with(
            signInId,
            address.channel().word(),
            address.text(),
            codes.hash(signInId, code),
            settings.codeLifetime().toMillis(),
            settings.codesAnHour(),
            ids.next(),
            codes.seal(code));
    return database
        .transaction(List.of(AccountSql.LOCK.with(address.text()), begin))
        .map(rows -> begun(signInId, rows.iterator().next()));
  }

  private static Begun begun(String signInId, Row row) {
    Instant now = instant(row, "now");
    return row.getOffsetDateTime("full_until") == null
        ? new Begun.Sent(signInId, instant(row, "expires_at"), now)
        : new Begun.TooMany(Duration.between(now, instant(row, "full_until")));
  }

  @Override
  public Future<Verified> verify(Guess guess) {
    return database.inTransaction(
        open ->
            open.run(AccountSql.LOOK.with(guess.signInId()))
                .compose(
                    rows ->
                        rows.size() == 0
                            ? Future.succeededFuture(new Verified.Over())
                            : judge(open, guess, rows.iterator().next())));
  }

  private Future<Verified> judge(Transaction open, Guess guess, Row row) {
    int left = settings.codeTries() - row.getInteger("tries");
    boolean over =
        left <= 0
            || row.getOffsetDateTime("used_at") != null
            || !instant(row, "now").isBefore(instant(row, "expires_at"));
    if (over) {
      return Future.succeededFuture(new Verified.Over());
    }
    boolean right = codes.fits(row.getString("code_hash"), guess.signInId(), guess.code());
    Future<?> counted = open.run(AccountSql.GUESSED.with(guess.signInId(), right));
    if (!right) {
      return counted.map(done -> new Verified.Wrong(left - 1));
    }
    Address proven = Address.stored(row.getString("channel"), row.getString("recipient"));
    return counted.compose(done -> enter(open, proven, guess.caller()));
  }

  private Future<Verified> enter(Transaction open, Address proven, @Nullable Caller caller) {
    return open.run(AccountSql.LOCK.with(proven.text()))
        .compose(
            locked ->
                open.run(
                    AccountSql.KNOWN.with(
                        proven.text(), caller == null ? null : caller.customer())))
        .map(rows -> Entry.of(proven, caller, accounts(rows)))
        .compose(entry -> account(open, proven, entry))
        .compose(
            account ->
                account.isEmpty()
                    ? Future.succeededFuture(new Verified.InUse())
                    : signedIn(open, account.get(), caller));
  }

  /** The account that somebody entered; empty where they could not. */
  private Future<Optional<Account>> account(Transaction open, Address proven, Entry entry) {
    if (entry instanceof Entry.Existing existing) {
      return Future.succeededFuture(Optional.of(existing.account()));
    }
    if (entry instanceof Entry.Added added) {
      return write(open, AccountSql.ADD, added.customer(), proven);
    }
    if (entry instanceof Entry.Promoted promoted) {
      // The same guest may prove two addresses at once; whoever comes second is somebody new.
      return write(open, AccountSql.MAKE, promoted.customer(), proven)
          .compose(
              made ->
                  made.isPresent()
                      ? Future.succeededFuture(made)
                      : write(open, AccountSql.MAKE, ids.next(), proven));
    }
    return entry instanceof Entry.Fresh
        ? write(open, AccountSql.MAKE, ids.next(), proven)
        : Future.succeededFuture(Optional.empty());
  }

  private static Future<Optional<Account>> write(
      Transaction open, AccountSql statement, String customer, Address proven) {
    boolean isEmail = proven.channel() == Address.Channel.EMAIL;
    String email = isEmail ? proven.text() : null;
    String phone = isEmail ? null : proven.text();
    return open.run(statement.with(customer, email, phone))
        .map(rows -> accounts(rows).stream().findFirst());
  }

  private static Future<Verified> signedIn(
      Transaction open, Account account, @Nullable Caller before) {
    if (before == null || before.hasAccount() || before.customer().equals(account.customer())) {
      return Future.succeededFuture(new Verified.SignedIn(account, false));
    }
    return open.run(AccountSql.LEFT.with(before.customer()))
        .map(rows -> new Verified.SignedIn(account, rows.iterator().next().getBoolean("any_left")));
  }

  @Override
  public Future<Optional<Account>> find(String customer) {
    return database
        .query(AccountSql.FIND.with(customer))
        .map(rows -> accounts(rows).stream().findFirst());
  }

  private static List<Account> accounts(RowSet<Row> rows) {
    List<Account> accounts = new ArrayList<>(rows.size());
    for (Row row : rows) {
      accounts.add(
          new Account(
              row.getString("customer_id"), row.getString("email"), row.getString("phone")));
    }
    return accounts;
  }

  private static Instant instant(Row row, String column) {
    return row.getOffsetDateTime(column).toInstant();
  }
}
