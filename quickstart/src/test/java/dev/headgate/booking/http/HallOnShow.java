package dev.headgate.booking.http;

import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.hold.HoldAnswer;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.map.EventCard;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The seat page over a hall that a test sets: what is taken, what others take at which moment, how
 * long holds last and what the shop's clock says.
 */
public final class HallOnShow implements AutoCloseable {
  private static final int MOST = 8;

  /** A section: rows are its prefix and 01, 02 and so on; the last row is reached without steps. */
  private record Part(String id, String name, String prefix, int rows, int seats, long cents) {}

  private record Row(String label, List<String> seats) {}

  private record Seat(String id, String row, String section, long cents, String marks) {}

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final List<Part> parts;
  private final Map<String, Seat> seats = new ConcurrentHashMap<>();
  private final Map<String, List<Row>> rows = new ConcurrentHashMap<>();
  private final Set<String> taken = ConcurrentHashMap.newKeySet();
  private final Set<String> takenUnseen = ConcurrentHashMap.newKeySet();
  private final Map<String, Hold> holds = new ConcurrentSkipListMap<>();
  private final List<EventStream> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger version = new AtomicInteger();
  private volatile Duration lasts = Duration.ofMinutes(10);
  private volatile Duration passed = Duration.ZERO;
  private volatile @Nullable Duration extension;
  private Buffer written = Buffer.buffer();
  private String writtenAs = "";

  private HallOnShow(List<Part> parts) {
    this.parts = parts;
    parts.forEach(this::furnish);
    server =
        vertx
            .createHttpServer()
            .requestHandler(this::answer)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  /** Six sections of six rows, 720 seats. */
  public static HallOnShow hall() {
    List<Part> parts = new ArrayList<>();
    for (char id = 'A'; id <= 'F'; id++) {
      parts.add(new Part("" + id, "Section " + id, "" + id, 6, 20, id < 'D' ? 9_500 : 4_500));
    }
    return new HallOnShow(parts);
  }

  /** 50,000 seats in 45 sections, two thirds of them sold here and there. */
  public static HallOnShow stadium() {
    List<Part> parts = new ArrayList<>();
    for (int id = 101; id <= 120; id++) {
      parts.add(new Part("" + id, "Lower tier " + id, "" + id, 25, 44, 9_500));
    }
    parts.add(new Part("V", "Boxes", "V", 16, 40, 25_000));
    for (int id = 201; id <= 224; id++) {
      parts.add(new Part("" + id, "Upper tier " + id, "" + id, 30, 38, 4_500));
    }
    HallOnShow stadium = new HallOnShow(parts);
    stadium.sellHereAndThere();
    return stadium;
  }

  private void furnish(Part part) {
    List<Row> furnished = new ArrayList<>();
    for (int row = 1; row <= part.rows(); row++) {
      String label = part.prefix() + (row < 10 ? "0" : "") + row;
      List<String> ids = new ArrayList<>();
      for (int seat = 1; seat <= part.seats(); seat++) {
        boolean stepFree = row == part.rows() && seat <= 4;
        boolean restricted = row >= part.rows() - 1 && seat > part.seats() - 3;
        String marks =
            (stepFree ? ",\"accessible\":true" : "")
                + (restricted ? ",\"restrictedView\":true" : "");
        String id = label + "-" + seat;
        long cents = part.cents() - (row > part.rows() / 2 ? 1_000 : 0);
        seats.put(id, new Seat(id, label, part.id(), cents, marks));
        ids.add(id);
      }
      furnished.add(new Row(label, List.copyOf(ids)));
    }
    rows.put(part.id(), List.copyOf(furnished));
  }

  private void sellHereAndThere() {
    seats.keySet().stream().filter(id -> share(id) < soldOf(id)).forEach(taken::add);
  }

  private int soldOf(String id) {
    return switch (place(id).section()) {
      case "105", "V" -> 100;
      case "106", "203" -> 96;
      case "107", "108", "210" -> 75;
      default -> 30;
    };
  }

  /** Scattered, and the same each time. */
  private static int share(String id) {
    return Math.floorMod((id.hashCode() * 0x9E3779B1) >>> 8, 100);
  }

  public URI origin() {
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  /** Somebody else takes these, and whoever listens hears it. */
  public void sell(String... ids) {
    taken.addAll(List.of(ids));
    tell(List.of(ids));
  }

  /** Somebody else takes these in the moment before the fan asks: nobody has heard of it. */
  public void sellUnseen(String... ids) {
    takenUnseen.addAll(List.of(ids));
  }

  /** How long the next holds last. */
  public void holdsLast(Duration duration) {
    lasts = duration;
  }

  /** What the next wish for more time is granted; null is none. */
  public void grants(@Nullable Duration more) {
    extension = more;
  }

  /** The shop's clock goes on. */
  public void passes(Duration time) {
    passed = passed.plus(time);
    version.incrementAndGet();
  }

  private Instant now() {
    return Instant.now().plus(passed);
  }

  private void answer(HttpServerRequest request) {
    Exchange exchange = new Exchange(request, status -> {});
    String path = exchange.path();
    if (path.startsWith("/events/-/")) {
      new Assets().send(exchange, new Routes.Variables(List.of(path.substring(10))));
    } else if (path.equals("/events/derby/seats/events")) {
      listen(exchange);
    } else if (path.equals("/events/derby/seats") && exchange.prefersHtml()) {
      exchange.html(
          200,
          Pages.seats(
              card(), "eur", new Visitors.Entrant("fan", null, now()), Reader.of(exchange)));
    } else if (path.equals("/events/derby/seats")) {
      sendMap(exchange);
    } else if (path.equals("/events/derby/holds")) {
      answerHolds(exchange, request);
    } else if (path.startsWith("/holds/")) {
      answerHold(exchange, path.split("/", -1));
    } else {
      exchange.html(200, Pages.message("Somewhere else", path, null, Reader.of(exchange)));
    }
  }

  private void sendMap(Exchange exchange) {
    String etag = "W/\"v-" + version.get() + "\"";
    if (etag.equals(exchange.header("If-None-Match"))) {
      exchange.empty(304);
      return;
    }
    vertx
        .executeBlocking(() -> written(etag), false)
        .onSuccess(map -> exchange.set("ETag", etag).end(200, "application/json", map))
        .onFailure(exchange::failure);
  }

  /** Once for each state of the hall: fifty thousand seats are five megabytes. */
  private synchronized Buffer written(String etag) {
    if (!etag.equals(writtenAs)) {
      written = Buffer.buffer(map());
      writtenAs = etag;
    }
    return written;
  }

  private static EventCard card() {
    return new EventCard(
        "derby", "Derby", "Headgate Arena", null, null, 4_500L, 9_500L, MOST, List.of());
  }

  private String map() {
    return "{\"event\":\"derby\",\"asOf\":\""
        + now()
        + "\",\"version\":\"v-"
        + version.get()
        + "\",\"sections\":["
        + parts.stream().map(this::section).collect(Collectors.joining(","))
        + "]}";
  }

  private String section(Part part) {
    String list =
        rowsOf(part.id()).stream()
            .map(
                row ->
                    "{\"row\":\""
                        + row.label()
                        + "\",\"seats\":["
                        + row.seats().stream().map(this::seat).collect(Collectors.joining(","))
                        + "]}")
            .collect(Collectors.joining(","));
    return "{\"id\":\"%s\",\"name\":\"%s\",\"seats\":%d,\"free\":%d,\"rows\":[%s]}"
        .formatted(part.id(), part.name(), part.rows() * part.seats(), free(part.id()), list);
  }

  private Seat place(String id) {
    return Objects.requireNonNull(seats.get(id), id);
  }

  private String seat(String id) {
    Seat seat = place(id);
    String type = seat.cents() > 8_000 ? "premium" : "standard";
    return "{\"id\":\"%s\",\"state\":\"%s\",\"priceCents\":%d,\"ticketType\":\"%s\"%s}"
        .formatted(id, state(id), seat.cents(), type, seat.marks());
  }

  private String state(String id) {
    if (taken.contains(id)) {
      return "sold";
    }
    return isHeld(id) ? "held" : "available";
  }

  private boolean isHeld(String id) {
    return holds.values().stream()
        .filter(hold -> hold.status().equals("active") && hold.expiresAt().isAfter(now()))
        .anyMatch(hold -> hold.seats().stream().anyMatch(seat -> seat.id().equals(id)));
  }

  private long free(String section) {
    return freeIn(rowsOf(section)).count();
  }

  private List<Row> rowsOf(String section) {
    return rows.getOrDefault(section, List.of());
  }

  private Stream<String> freeIn(List<Row> some) {
    return some.stream()
        .flatMap(row -> row.seats().stream())
        .filter(id -> state(id).equals("available"));
  }

  private void listen(Exchange exchange) {
    EventStream stream = exchange.stream();
    stream.send(Buffer.buffer(":\n\n"));
    listeners.add(stream);
    stream.onClosed(() -> listeners.remove(stream));
  }

  private void tell(List<String> ids) {
    JsonArray changes = new JsonArray();
    ids.forEach(id -> changes.add(new JsonObject().put("id", id).put("state", state(id))));
    JsonArray sections = new JsonArray();
    ids.stream()
        .map(id -> place(id).section())
        .distinct()
        .forEach(id -> sections.add(new JsonObject().put("id", id).put("free", free(id))));
    JsonObject data =
        new JsonObject()
            .put("asOf", now().toString())
            .put("changes", changes)
            .put("sections", sections);
    String frame =
        "event: seats\nid: v-" + version.incrementAndGet() + "\ndata: " + data.encode() + "\n\n";
    vertx.runOnContext(here -> listeners.forEach(each -> each.send(Buffer.buffer(frame))));
  }

  private void answerHolds(Exchange exchange, HttpServerRequest request) {
    if (exchange.method().equals(HttpMethod.POST)) {
      request.body().onSuccess(body -> hold(exchange, body.toJsonObject()));
      return;
    }
    List<Hold> live =
        holds.values().stream()
            .filter(hold -> hold.status().equals("active") && hold.expiresAt().isAfter(now()))
            .map(hold -> at(hold, hold.status(), hold.expiresAt()))
            .toList();
    exchange.json(200, HoldJson.live("derby", new Holds.Live(live, now())));
  }

  private void hold(Exchange exchange, JsonObject wish) {
    List<String> wanted = wanted(wish);
    List<String> gone =
        wanted.stream()
            .filter(id -> takenUnseen.contains(id) || !state(id).equals("available"))
            .toList();
    taken.addAll(takenUnseen);
    version.incrementAndGet();
    if (!gone.isEmpty()) {
      exchange.problem(
          HoldJson.refusal(new HoldAnswer.Taken(gone, List.of(), freeBeside(gone.get(0)))));
      return;
    }
    Hold hold = held("h" + holds.size(), wanted);
    holds.put(hold.holdId(), hold);
    tell(wanted);
    exchange.json(201, HoldJson.fresh(hold));
  }

  private List<String> wanted(JsonObject wish) {
    JsonObject best = wish.getJsonObject("best");
    if (best == null) {
      return wish.getJsonArray("seats").stream().map(String.class::cast).toList();
    }
    return freeIn(rowsOf(best.getString("section", ""))).limit(best.getInteger("count")).toList();
  }

  private List<String> freeBeside(String lost) {
    Seat place = place(lost);
    return freeIn(
            rowsOf(place.section()).stream()
                .filter(row -> row.label().equals(place.row()))
                .toList())
        .toList();
  }

  private Hold held(String id, List<String> ids) {
    List<Hold.HeldSeat> lines =
        ids.stream().map(seat -> new Hold.HeldSeat(seat, place(seat).cents(), "premium")).toList();
    long total = lines.stream().mapToLong(Hold.HeldSeat::priceCents).sum();
    return new Hold(
        id,
        "derby",
        "active",
        lines,
        total,
        now(),
        now().plus(lasts),
        null,
        moreTime(false),
        now());
  }

  private Hold.MoreTime moreTime(boolean given) {
    Duration more = extension;
    return new Hold.MoreTime(more == null ? 0 : (int) more.toSeconds(), given);
  }

  private void answerHold(Exchange exchange, String[] path) {
    Hold then = holds.get(path[2]);
    if (then == null) {
      exchange.problem(Problem.notFound());
      return;
    }
    Hold hold = at(then, then.status(), then.expiresAt());
    if (hold.isExpired() || !hold.status().equals("active")) {
      exchange.problem(HoldJson.gone(hold));
    } else if (path.length > 3) {
      extend(exchange, hold);
    } else if (exchange.method().equals(HttpMethod.DELETE)) {
      holds.put(hold.holdId(), at(hold, "released", hold.expiresAt()));
      version.incrementAndGet();
      exchange.empty(204);
    } else {
      exchange.json(200, HoldJson.stored(hold));
    }
  }

  private void extend(Exchange exchange, Hold hold) {
    Duration more = extension;
    if (more == null) {
      exchange.problem(HoldJson.notExtended(new Holds.Extension(hold, false, 0)));
      return;
    }
    Hold longer = at(hold, "active", hold.expiresAt().plus(more), true);
    holds.put(hold.holdId(), longer);
    exchange.json(200, HoldJson.stored(longer));
  }

  /** The same hold at this moment. */
  private Hold at(Hold hold, String status, Instant expires) {
    return at(hold, status, expires, hold.moreTime().given());
  }

  private Hold at(Hold hold, String status, Instant expires, boolean extended) {
    return new Hold(
        hold.holdId(),
        hold.event(),
        status,
        hold.seats(),
        hold.totalCents(),
        hold.createdAt(),
        expires,
        null,
        moreTime(extended),
        now());
  }

  @Override
  public void close() {
    Object unused = vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
