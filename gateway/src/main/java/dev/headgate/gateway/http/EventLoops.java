package dev.headgate.gateway.http;

import dev.headgate.gateway.config.Transport;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts event loops on the transport that is wanted, or on the next best that this system has. */
public final class EventLoops {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);
  // Since then one thread completes what it asked for itself, connections come and bytes are read
  // without being asked for each time, and rings no longer count as locked memory, whose limit the
  // later loops of a process would meet.
  private static final int URING_MAJOR = 6;
  private static final int URING_MINOR = 1;
  private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\D.*)?");

  private EventLoops() {}

  /**
   * A Vert.x on the transport that is wanted, or on the next whose loops start. One line of the log
   * says which, and why none before it.
   *
   * @param builder makes a builder for each try
   */
  public static Vertx start(Transport wanted, Supplier<VertxBuilder> builder) {
    return start(wanted, System.getProperty("os.version", ""), builder);
  }

  static Vertx start(Transport wanted, String release, Supplier<VertxBuilder> builder) {
    StringBuilder passedOver = new StringBuilder();
    for (Transport one : inOrder(wanted, release)) {
      io.vertx.core.transport.Transport offered = offered(one);
      if (offered == null || !offered.available()) {
        passedOver.append(", not ").append(name(one)).append(": ").append(why(offered));
        continue;
      }
      try {
        Vertx vertx = builder.get().withTransport(offered).build();
        LOG.info("event loops use {}{}", name(one), passedOver);
        return vertx;
      } catch (RuntimeException | LinkageError refused) {
        passedOver.append(", not ").append(name(one)).append(": ").append(refused);
      }
    }
    throw new IllegalStateException("no event loops" + passedOver);
  }

  /** The transports to try, the best first. */
  static List<Transport> inOrder(Transport wanted, String release) {
    return switch (wanted) {
      case AUTO ->
          isRipe(release)
              ? List.of(Transport.IO_URING, Transport.EPOLL, Transport.NIO)
              : List.of(Transport.EPOLL, Transport.NIO);
      case IO_URING -> List.of(Transport.IO_URING, Transport.EPOLL, Transport.NIO);
      case EPOLL -> List.of(Transport.EPOLL, Transport.NIO);
      case NIO -> List.of(Transport.NIO);
    };
  }

  private static boolean isRipe(String release) {
    Matcher numbers = RELEASE.matcher(release);
    if (!numbers.matches()) {
      return false;
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    return major > URING_MAJOR || (major == URING_MAJOR && minor >= URING_MINOR);
  }

  // The fields are null where the classes are missing.
  private static io.vertx.core.transport.@Nullable Transport offered(Transport one) {
    return switch (one) {
      case IO_URING -> io.vertx.core.transport.Transport.IO_URING;
      case EPOLL -> io.vertx.core.transport.Transport.EPOLL;
      case AUTO, NIO -> io.vertx.core.transport.Transport.NIO;
    };
  }

  private static String why(io.vertx.core.transport.@Nullable Transport offered) {
    Throwable cause = offered == null ? null : offered.unavailabilityCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause == null ? "not there" : String.valueOf(cause.getMessage());
  }

  private static String name(Transport one) {
    return switch (one) {
      case AUTO -> "auto";
      case IO_URING -> "io_uring";
      case EPOLL -> "epoll";
      case NIO -> "nio";
    };
  }
}
