/** The servers behind each upstream, and which of them may be asked. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.upstream;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
