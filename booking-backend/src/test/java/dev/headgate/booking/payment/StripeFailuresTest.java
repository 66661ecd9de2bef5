package dev.headgate.booking.payment;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headgate.booking.FreePort;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that are not Stripe's, answers that do not come, and too many at once. */
class StripeFailuresTest {
  private static final String PAID =
      "{\"id\":\"pi_1\",\"object\":\"payment_intent\",\"amount\":100,\"status\":\"succeeded\"}";
  private final Vertx vertx = Vertx.vertx();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();
  private final Set<String> headers = ConcurrentHashMap.newKeySet();
  private final HttpServer server;

  StripeFailuresTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    gate.countDown();
    server.stop(0);
    threads.shutdownNow();
    Outcomes.of(vertx.close());
  }

  private void answers(int status, String body) {
    server.createContext("/", exchange -> send(exchange, status, body));
  }

  private void answersOncePassed() {
    server.createContext(
        "/",
        exchange -> {
          try {
            gate.await();
          } catch (InterruptedException stopped) {
            throw new IOException(stopped);
          }
          send(exchange, 200, PAID);
        });
  }

  private void send(HttpExchange exchange, int status, String body) throws IOException {
    requests.incrementAndGet();
    exchange.getRequestBody().readAllBytes();
    exchange
        .getRequestHeaders()
        .keySet()
        .forEach(name -> headers.add(name.toLowerCase(Locale.ROOT)));
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private PaymentProcessor payments(Duration timeout, int workers) {
    return payments(server.getAddress().getPort(), timeout, workers);
  }

  private PaymentProcessor payments(int port, Duration timeout, int workers) {
    Duration any = Duration.ofMinutes(1);
    return PaymentProcessor.stripe(
        vertx,
        new ShopConfig.Payment(
            URI.create("http://127.0.0.1:" + port),
            "sk_test_1",
            List.of("whsec_1"),
            timeout,
            workers,
            any,
            any,
            any));
  }

  private PaymentProcessor patient() {
    return payments(Duration.ofSeconds(30), 2);
  }

  private static Future<Charge> confirm(PaymentProcessor payments) {
    return payments.confirm("pi_1", new Confirmation("k", "pm_card_visa", "https://a.example/"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          200 | <html>welcome</html>                                     | UNKNOWN unreadable
          200 | ''                                                       | UNKNOWN unreadable
          200 | {}                                                       | UNKNOWN unreadable
          200 | []                                                       | UNKNOWN unreadable
          200 | {"id":"pi_1","object":"payment_intent","amount":100      | UNKNOWN unreadable
          200 | {"id":"pi_1","amount":100,"status":"teleported"}         | UNKNOWN unreadable
          200 | {"id":"pi_1","amount":"much","status":"succeeded"}       | UNKNOWN unreadable
          204 | ''                                                       | UNKNOWN unreadable
          302 | ''                                                       | UNKNOWN unreadable
          404 | <h1>no such host</h1>                                    | UNKNOWN unreadable
          403 | ''                                                       | UNKNOWN unreadable
          409 | <h1>conflict</h1>                                        | UNKNOWN unreadable
          502 | <h1>bad gateway</h1>                                     | UNKNOWN unreadable
          503 | {"error":{"type":"api_error","message":"x"}}             | UNKNOWN api_error
          429 | <h1>slow down</h1>                                       | BUSY other
          429 | {"error":{"type":"invalid_request_error","code":"rate_limit"}} | BUSY rate_limit
          409 | {"error":{"type":"idempotency_error"}}                   | BUSY idempotency_error
          400 | {"error":{"type":"api_refusal"}} | REFUSED api_refusal
          400 | {"error":{"type":"a","code":"Bad key sk_live_1 <script>"}} | REFUSED other
          402 | {"error":{"type":"card_error","code":"card_declined"}}   | REFUSED card_declined
          """)
  void onlyWhatStripeSaysInItsOwnWordsIsANo(int status, String body, String words) {
    answers(status, body);
    assertEquals(words, Outcomes.wordsOf(confirm(patient())));
    assertEquals(1, requests.get());
  }

  @Test
  void nothingIsReportedAboutOurCalls() {
    answers(200, PAID);
    PaymentProcessor payments = patient();
    for (int i = 0; i < 3; i++) {
      assertEquals(Charge.State.SUCCEEDED, Outcomes.of(confirm(payments)).state());
    }
    assertTrue(headers.contains("authorization"), headers.toString());
    assertTrue(headers.contains("idempotency-key"), headers.toString());
    assertTrue(
        headers.stream().noneMatch(name -> name.startsWith("x-stripe-client")), headers.toString());
  }

  @Test
  void nobodyListeningIsUnknown() {
    PaymentProcessor payments = payments(FreePort.next(), Duration.ofSeconds(30), 2);
    assertEquals("UNKNOWN no_answer", Outcomes.wordsOf(confirm(payments)));
  }

  @Test
  void anAnswerThatBeginsAndNeverEndsIsUnknownInTime() {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, PAID.length());
          OutputStream body = exchange.getResponseBody();
          body.write('{');
          body.flush();
          try {
            gate.await();
          } catch (InterruptedException stopped) {
            throw new IOException(stopped);
          }
        });
    assertEquals(
        "UNKNOWN no_answer", Outcomes.wordsOf(confirm(payments(Duration.ofMillis(300), 2))));
  }

  @Test
  void moreThanMayWaitAreTurnedAwayAtOnceAndNotSent() {
    answersOncePassed();
    PaymentProcessor payments = payments(Duration.ofSeconds(30), 1);
    List<Future<Charge>> calls = IntStream.range(0, 12).mapToObj(i -> confirm(payments)).toList();
    for (Future<Charge> refused : calls.subList(9, 12)) {
      assertEquals("BUSY too_many_waiting", Outcomes.wordsOf(refused));
    }
    gate.countDown();
    for (Future<Charge> waited : calls.subList(0, 9)) {
      assertEquals(Charge.State.SUCCEEDED, Outcomes.of(waited).state());
    }
    assertEquals(9, requests.get());
    assertEquals(Charge.State.SUCCEEDED, Outcomes.of(confirm(payments)).state());
  }

  @Test
  void whatWaitedForLongerThanACallMayTakeIsNotSentAnyMore() {
    answers(200, PAID);
    PaymentProcessor payments = payments(Duration.ofMillis(100), 1);
    WorkerExecutor sameThreads = vertx.createSharedWorkerExecutor("payments", 1);
    Future<Void> busy =
        sameThreads.executeBlocking(
            () -> {
              gate.await();
              return null;
            },
            false);
    long asked = System.nanoTime();
    Future<Charge> call = confirm(payments);
    await().until(() -> System.nanoTime() - asked > 200_000_000L);
    gate.countDown();
    assertEquals("BUSY waited_too_long", Outcomes.wordsOf(call));
    Outcomes.of(busy);
    assertEquals(0, requests.get());
  }
}
