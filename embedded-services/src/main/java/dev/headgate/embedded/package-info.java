/** Real Redis and PostgreSQL processes, started for tests and the quickstart. */
@NullMarked
@CheckReturnValue
package dev.headgate.embedded;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
