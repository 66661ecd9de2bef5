package dev.headgate.quickstart;

import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Fans of one event who behave as the queue page does: they join, look when they are told to, take
 * their turn, and go on at another gateway when theirs does not answer. What they do runs on one
 * thread; figures may be read from any.
 */
final class RovingCrowd implements AutoCloseable {
  private static final long AGAIN_MILLIS = 200;
  private static final long DOOR_MILLIS = 2_000;

  private final Calls calls = new Calls();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final List<URI> gateways;
  private final String event;
  private final Random random;
  private final List<Fan> fans = new ArrayList<>();
  private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
  private final AtomicInteger joined = new AtomicInteger();
  private final AtomicInteger admitted = new AtomicInteger();
  private final AtomicInteger moves = new AtomicInteger();

  RovingCrowd(List<URI> gateways, String event, long seed) {
    this.gateways = List.copyOf(gateways);
    this.event = event;
    this.random = new Random(seed);
  }

  /** Lets so many more come, at random moments from now on, spread over the gateways. */
  void comes(int count, long fromMillis, long toMillis) {
    for (int i = 0; i < count; i++) {
      Fan fan = new Fan(fans.size() % gateways.size());
      fans.add(fan);
      long after = fromMillis + random.nextLong(toMillis - fromMillis);
      later(after, fan::join);
    }
  }

  int joined() {
    return joined.get();
  }

  int admitted() {
    return admitted.get();
  }

  /** How often a fan went on at another gateway. */
  int moves() {
    return moves.get();
  }

  /** Answers that no fan should get. */
  List<String> surprises() {
    return List.copyOf(surprises);
  }

  /** All of them; to be read when everything is over. */
  List<Fan> fans() {
    return List.copyOf(fans);
  }

  private void later(long millis, Runnable action) {
    ScheduledFuture<?> unused = thread.schedule(() -> noted(action), millis, TimeUnit.MILLISECONDS);
  }

  /** A fan that trips over something is to be seen. */
  private void noted(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      surprises.add(e.toString());
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** One of them. */
  final class Fan {
    private int at;
    private String ticket = "";
    private int arrival;
    private long askedNanos;
    private long answeredNanos;
    private final Set<Integer> positions = new TreeSet<>();
    private String token = "";
    private int admittedAt;

    private Fan(int at) {
      this.at = at;
    }

    String ticket() {
      return ticket;
    }

    int arrival() {
      return arrival;
    }

    /** When the join that was answered was sent. */
    long askedNanos() {
      return askedNanos;
    }

    long answeredNanos() {
      return answeredNanos;
    }

    /** Every position that it was ever told. */
    Set<Integer> positions() {
      return positions;
    }

    String token() {
      return token;
    }

    /** The gateway that let it in. */
    URI admittedAt() {
      return gateways.get(admittedAt);
    }

    private void join() {
      askedNanos = System.nanoTime();
      send("POST", "/places", this::joined, this::join);
    }

    private void joined(Answer answer) {
      if (answer.status() != 201) {
        unexpected("join", answer, this::join);
        return;
      }
      answeredNanos = System.nanoTime();
      JsonObject place = answer.json();
      ticket = place.getString("ticket");
      arrival = place.getInteger("arrival");
      joined.incrementAndGet();
      seen(place);
    }

    private void look() {
      send("GET", "/places/me", this::looked, this::look);
    }

    private void looked(Answer answer) {
      if (answer.status() == 200) {
        seen(answer.json());
      } else {
        unexpected("look", answer, this::look);
      }
    }

    private void seen(JsonObject place) {
      Integer position = place.getInteger("position");
      if (position != null) {
        positions.add(position);
      }
      switch (place.getString("state")) {
        case "waiting" -> later(place.getLong("pollAfterMillis"), this::look);
        case "called", "admitted" -> claim();
        default -> surprises.add(place.encode());
      }
    }

    private void claim() {
      send("POST", "/admissions", this::claimed, this::claim);
    }

    private void claimed(Answer answer) {
      switch (answer.status()) {
        case 200, 201 -> {
          token = answer.json().getString("token");
          admittedAt = at;
          admitted.incrementAndGet();
        }
        case 409 -> later(AGAIN_MILLIS, this::look);
        case 429 -> later(DOOR_MILLIS, this::claim);
        default -> unexpected("claim", answer, this::claim);
      }
    }

    private void unexpected(String what, Answer answer, Runnable again) {
      surprises.add(what + ": " + answer);
      later(DOOR_MILLIS, again);
    }

    private void send(String method, String path, Consumer<Answer> then, Runnable again) {
      URI address = gateways.get(at).resolve("/queue/" + event + path);
      CompletableFuture<Answer> sent =
          ticket.isEmpty()
              ? calls.later(method, address, "")
              : calls.later(method, address, "", "Headgate-Place", ticket);
      CompletableFuture<Answer> unused =
          sent.whenCompleteAsync(
              (answer, failure) -> {
                if (failure == null) {
                  noted(() -> then.accept(answer));
                } else {
                  moveOn(again);
                }
              },
              thread);
    }

    private void moveOn(Runnable again) {
      at = (at + 1) % gateways.size();
      moves.incrementAndGet();
      later(AGAIN_MILLIS, again);
    }
  }
}
