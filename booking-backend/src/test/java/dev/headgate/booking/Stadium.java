package dev.headgate.booking;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The shipped stadium. */
final class Stadium {
  private Stadium() {}

  static EventSettings event(String id) {
    Path venue = Path.of("../config/venues/stadium.yaml").toAbsolutePath().normalize();
    try {
      Path file = Files.createTempFile("stadium", ".yaml");
      Files.writeString(
          file,
          """
          store: {uri: "postgresql://shop:pw@127.0.0.1/shop"}
          admission: {jwks: "http://127.0.0.1:1/keys", issuer: "http://127.0.0.1:1"}
          events:
            - id: %s
              title: The Final
              venueFile: %s
              prices: {"*": {ticketType: seat, priceCents: 9900}}
          """
              .formatted(id, venue));
      return ShopConfig.load(file, Map.of()).events().get(0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
