package dev.headgate.booking.payment;

import com.stripe.exception.ApiConnectionException;
import com.stripe.net.HttpClient;
import com.stripe.net.HttpHeaders;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How Stripe's library reaches the network. Its own way is Java's old client, which sends a POST
 * again by itself when a connection breaks and bounds each read but never the whole call.
 */
final class StripeHttp extends HttpClient {
  private static final String TELEMETRY = "X-Stripe-Client-Telemetry";

  private final java.net.http.HttpClient client;
  private final Duration timeout;

  /** {@code timeout} is that of a whole call, from connecting to the last byte. */
  StripeHttp(Duration timeout) {
    this.timeout = timeout;
    this.client =
        java.net.http.HttpClient.newBuilder()
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .followRedirects(java.net.http.HttpClient.Redirect.NEVER)
            .connectTimeout(timeout)
            .build();
  }

  @Override
  public StripeResponse request(StripeRequest request) throws ApiConnectionException {
    CompletableFuture<HttpResponse<String>> sent =
        client.sendAsync(translated(request), BodyHandlers.ofString());
    try {
      HttpResponse<String> response = sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      return new StripeResponse(
          response.statusCode(), HttpHeaders.of(response.headers().map()), response.body());
    } catch (TimeoutException late) {
      throw new ApiConnectionException("no answer in time", late);
    } catch (ExecutionException failed) {
      throw new ApiConnectionException("no answer", failed.getCause());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ApiConnectionException("stopped waiting", stopped);
    } finally {
      // Of an answered call this changes nothing; any other must not keep its connection.
      sent.cancel(true);
    }
  }

  private static HttpRequest translated(StripeRequest request) {
    HttpRequest.Builder translated =
        HttpRequest.newBuilder(URI.create(request.url().toString()))
            .method(request.method().name(), body(request))
            .header("User-Agent", "headgate");
    request
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              // The library can only be told for the whole process not to report on our calls.
              if (!TELEMETRY.equalsIgnoreCase(name)) {
                values.forEach(value -> translated.header(name, value));
              }
            });
    return translated.build();
  }

  private static BodyPublisher body(StripeRequest request) {
    return request.content() == null
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(request.content().byteArrayContent());
  }
}
