package dev.headgate.embedded;

import java.util.concurrent.CountDownLatch;

/** A program with both services, for tests that end it; prints their process ids on one line. */
final class ServicesProgram {
  private ServicesProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedRedis redis = EmbeddedRedis.start();
    EmbeddedPostgres postgres = EmbeddedPostgres.start();
    System.out.println("pids " + redis.pid() + " " + postgres.pid());
    if (arguments.length > 0 && arguments[0].equals("exit")) {
      return; // daemon threads only are left: the JVM ends by itself
    }
    new CountDownLatch(1).await();
  }
}
