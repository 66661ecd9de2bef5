package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many devices at once, and statements that are not prepared: as behind an old PgBouncer. */
class SignInRacesTest {
  private static final int DEVICES = 40;
  private static TestShop shop;
  private static People people;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 200),
            config ->
                UnpreparedTest.unprepared(config)
                    .withAccounts(
                        new ShopConfig.Accounts(Duration.ofMinutes(10), 5, 1_000, 1_000)));
    people = new People(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static List<HttpResponse<String>> proveAtOnce(
      List<String> signIns, @Nullable String session) {
    List<CompletableFuture<HttpResponse<String>>> sent =
        signIns.stream().map(id -> People.guess(id, people.code(id))).toList().stream()
            .map(guess -> people.postLater("/sessions/verify", guess, session))
            .toList();
    return sent.stream().map(CompletableFuture::join).toList();
  }

  private static List<String> customers(List<HttpResponse<String>> answers) {
    return answers.stream()
        .filter(answer -> answer.statusCode() == 200)
        .map(answer -> TestShop.json(answer).getString("customer"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"race1@example.com", "race2@example.com", "+4915112345671"})
  void devicesThatProveANewAddressAtOnceAreOneAccount(String address) {
    List<String> signIns =
        IntStream.range(0, DEVICES).mapToObj(i -> people.begin(address, null)).toList();
    List<String> customers = customers(proveAtOnce(signIns, null));
    assertEquals(DEVICES, customers.size());
    assertEquals(1, customers.stream().distinct().count());
    assertEquals(
        1, shop.number("SELECT count(*) FROM account WHERE '" + address + "' IN (email, phone)"));
  }

  @Test
  void aGuestWhoProvesManyAddressesAtOnceKeepsTheHoldsInOneAccount() {
    HttpResponse<String> held = shop.hold("derby", shop.token("derby", "many"), "A-1");
    String guest = People.cookie(held);
    List<String> signIns =
        IntStream.range(0, DEVICES)
            .mapToObj(i -> people.begin("many" + i + "@example.com", guest))
            .toList();
    List<HttpResponse<String>> answers = proveAtOnce(signIns, guest);
    assertEquals(DEVICES, customers(answers).stream().distinct().count());
    assertEquals(
        DEVICES - 1,
        answers.stream().filter(a -> TestShop.json(a).containsKey("guestHolds")).count());
    assertEquals(
        1,
        shop.number("SELECT count(*) FROM account a JOIN hold h ON h.customer_id = a.customer_id"));
  }

  @Test
  void anAccountGetsOnePhoneHoweverManyAreProvenAtOnce() {
    String session = people.signIn("phones@example.com", null).getString("session");
    List<String> signIns =
        IntStream.range(0, 20)
            .mapToObj(i -> people.begin("+49151123457" + (10 + i), session))
            .toList();
    List<HttpResponse<String>> answers = proveAtOnce(signIns, session);
    assertEquals(20, customers(answers).stream().distinct().count());
    assertEquals(
        1,
        shop.number(
            "SELECT count(*) FROM account WHERE email = 'phones@example.com' AND phone IS NOT"
                + " NULL"));
    assertEquals(20, shop.number("SELECT count(*) FROM account WHERE phone LIKE '+49151123457%'"));
  }
}
