/** What happened to events: the feed that the queue's scripts write, for whoever follows it. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.feed;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
