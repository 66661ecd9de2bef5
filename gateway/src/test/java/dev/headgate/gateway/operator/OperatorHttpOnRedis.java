package dev.headgate.gateway.operator;

import dev.headgate.embedded.EmbeddedRedis;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The same over a store of each class's own, in which gateways say who has signed out. */
abstract class OperatorHttpOnRedis extends OperatorHttp {
  static EmbeddedRedis redis;

  @BeforeAll
  static void startRedis() {
    redis = EmbeddedRedis.start();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @Override
  URI store() {
    return redis.uri();
  }
}
