package dev.headgate.booking;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every {@code await()} that names no bound wait for a minute, where the usual ten seconds are
 * soon over on a machine that does much else. Found by JUnit itself, and so on for every test.
 */
public final class PatientAwaits implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
  }
}
