/** Who changed what: each event's audit trail, shared by all gateways and kept by each. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.audit;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
