package dev.headgate.embedded;

import org.jspecify.annotations.Nullable;

/** What is done when the JVM ends. */
final class ShutdownHooks {
  private ShutdownHooks() {}

  static Thread add(Runnable action) {
    Thread hook = new Thread(action, "embedded-service-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  static void remove(@Nullable Thread hook) {
    if (hook == null) {
      return;
    }
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is ending: the hook runs, and finds nothing left to do
    }
  }
}
