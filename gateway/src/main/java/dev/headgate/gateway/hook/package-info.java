/** Webhooks: entries of the feed, signed and sent to addresses of the operator's choice. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.hook;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
