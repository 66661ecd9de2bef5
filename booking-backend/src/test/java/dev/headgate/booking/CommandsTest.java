package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that look at the rows, with the rights of the shop's own role. */
class CommandsTest {
  @TempDir private static Path folder;
  private static TestShop shop;
  private static String config;

  private record Ran(int exit, String out) {}

  @BeforeAll
  static void open() throws IOException {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 200), TestShop::quiet);
    Path file =
        Files.writeString(
            folder.resolve("booking.yaml"),
            """
            store:
              uri: %s
            admission:
              jwks: http://127.0.0.1:1/jwks.json
              issuer: https://tickets.example
            events:
              - id: derby
                title: Derby
                generatedSeats: 200
                prices:
                  "*": {ticketType: standard, priceCents: 4500}
            """
                .formatted(shop.config.store().uri()));
    config = file.toString();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void purchasesAsTheyShouldBe() {
    shop.execute(InvariantsTest.resource("purchases.sql"));
  }

  private static Ran run(String... arguments) {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out, true);
    int exit = Main.command().setOut(printer).setErr(printer).execute(arguments);
    return new Ran(exit, out.toString());
  }

  @Test
  void whereAllIsWellTheCheckSaysSo() {
    Ran ran = run("check", "--config", config);
    assertEquals(new Ran(0, "all 15 rules hold" + System.lineSeparator()), ran);
  }

  @Test
  void whatIsBrokenIsPrintedWithItsIds() {
    shop.execute("DELETE FROM ticket WHERE seat_id = 'A-4'");
    Ran ran = run("check", "--config", config, "--event", "derby");
    assertEquals(1, ran.exit());
    assertTrue(ran.out().contains("order-tickets: derby 00000000000000o-bought"), ran.out());
    assertTrue(ran.out().contains("seat A-4, good ticket missing"), ran.out());
    assertEquals(0, run("check", "--config", config, "--event", "other").exit());
  }

  @Test
  void withoutItsSettingsOrWithAWrongOptionItIsUsage() {
    assertEquals(2, run("check", "--config", folder.resolve("none.yaml").toString()).exit());
    assertEquals(2, run("check", "--events", "derby").exit());
    assertEquals(2, run("audit", "--config", config).exit());
    assertEquals(2, run("audit", "--config", config, "--hold", "a", "--order", "b").exit());
  }

  @Test
  void noPasswordIsPrintedWhenTheDatabaseRefuses() throws IOException {
    String wrong = Files.readString(Path.of(config)).replace(":secret", ":stolen-secret");
    Path file = Files.writeString(folder.resolve("wrong.yaml"), wrong);
    Ran ran = run("check", "--config", file.toString());
    assertEquals(1, ran.exit());
    assertFalse(ran.out().contains("stolen"), ran.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--hold=0000000000000000bought",
        "--order=00000000000000o-bought",
        "--payment=p-00000000000000o-bought",
        "--payment=pi-00000000000000o-bought",
        "--customer=fan"
      })
  void theWholeStoryIsFoundByAnyOfItsIds(String by) {
    Ran ran = run("audit", "--config", config, by);
    assertEquals(0, ran.exit(), ran.out());
    for (String part :
        new String[] {
          "held",
          "paying",
          "sold",
          "payment made",
          "payment succeeded",
          "message waiting",
          "seats A-3,A-4",
          "by shop-1",
          "order 00000000000000o-bought"
        }) {
      assertTrue(ran.out().contains(part), () -> part + " in " + ran.out());
    }
  }

  @Test
  void anExpiryIsToldWithItsDelayAndProcess() {
    Ran ran = run("audit", "--config", config, "--hold", "000000000000000000over");
    assertTrue(ran.out().contains("expired"), ran.out());
    assertTrue(ran.out().contains("by shop-1  3000 ms after its deadline"), ran.out());
  }

  @Test
  void aSaleIsToldWithTheTimeSinceItsOrderNotSinceADeadline() {
    Ran ran = run("audit", "--config", config, "--hold", "0000000000000000bought");
    assertTrue(ran.out().contains("by shop-1  1200 ms after its order"), ran.out());
    assertFalse(ran.out().contains("deadline"), ran.out());
  }

  @Test
  void ofWhatNobodyKnowsThereIsNoStory() {
    assertEquals(1, run("audit", "--config", config, "--order", "nobody").exit());
  }
}
