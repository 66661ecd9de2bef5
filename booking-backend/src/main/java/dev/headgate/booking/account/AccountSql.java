package dev.headgate.booking.account;

import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Sql;
import io.vertx.sqlclient.Tuple;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The statements in this package's resources. */
enum AccountSql {
  LOCK,
  BEGIN,
  LOOK,
  GUESSED,
  KNOWN,
  MAKE,
  ADD,
  FIND,
  LEFT;

  private final String text = Sql.beside(AccountSql.class, name().toLowerCase(Locale.ROOT));

  Statement with(@Nullable Object... parameters) {
    return new Statement(text, Tuple.wrap(parameters));
  }
}
