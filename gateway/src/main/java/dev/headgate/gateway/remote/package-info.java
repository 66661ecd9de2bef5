/**
 * The operators' commands: they know a gateway by its address alone, and share nothing else with
 * it.
 */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.remote;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
