package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.config.Throttling;
import dev.headgate.policy.estimate.Estimate;
import dev.headgate.policy.estimate.Leap;
import dev.headgate.policy.estimate.Outlook;
import dev.headgate.policy.estimate.Throughput;
import dev.headgate.policy.estimate.WaitEstimate;
import dev.headgate.policy.pace.Rate;
import dev.headgate.policy.pace.Snapshot;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One snapshot, the draws beside it, and what does not fit into a snapshot. */
final class LiveView implements EventView {
  private static final int MOST_ROUNDS = 100;

  private final EventSettings settings;
  private final EventSnapshot snapshot;
  private final Aside aside;
  private final boolean restoring;
  private final Instant closesAt;
  private final long epoch;
  private final int[] arrivals;
  private final int[] cutoffs;
  private final Rate rate;
  private final List<Message> messages;
  private final List<Reason> reasons;
  private final List<WaitEstimate> waits;

  /** Told to many and worked out for the first who asks; any thread may find it twice. */
  private volatile @Nullable List<LaneView> lanes;

  private volatile @Nullable List<Round> rounds;

  /**
   * What belongs to the event rather than to one snapshot of it.
   *
   * @param event the event id
   * @param orders of each lane, as far as draws have been made; null before the first
   * @param called by lane, up to where joins were answered as called
   * @param joinsPerSecond lately, over all lanes
   */
  record Aside(
      String event,
      LifeSeeds life,
      @Nullable List<QueueOrder> orders,
      List<ClosedRound> rounds,
      EndedSessions ended,
      PollTally polls,
      IntUnaryOperator called,
      double joinsPerSecond) {}

  LiveView(EventSettings settings, EventSnapshot snapshot, Aside aside, boolean restoring) {
    this.settings = settings;
    this.snapshot = snapshot;
    this.aside = aside;
    this.restoring = restoring;
    this.closesAt = closesAt(snapshot);
    // What polls read is parsed once.
    this.epoch = snapshot.number("epoch");
    this.arrivals = eachLane(snapshot, "arrivals");
    this.cutoffs = eachLane(snapshot, "cutoff");
    this.rate = Rates.of(settings, snapshot, Rates.Backend.of(snapshot));
    this.messages = Message.read(snapshot.maybe("message"));
    this.reasons = Reason.read(snapshot.maybe("pauseReason"), snapshot.maybe("pauseReasons"));
    this.waits = waits();
  }

  /** The same, while the store is being restored. */
  LiveView whileRestoring() {
    return new LiveView(settings, snapshot, aside, true);
  }

  private static int[] eachLane(EventSnapshot snapshot, String name) {
    return IntStream.range(0, snapshot.lanes()).map(lane -> snapshot.count(name, lane)).toArray();
  }

  private static Instant closesAt(EventSnapshot snapshot) {
    String at = snapshot.maybe("closesAt");
    return at == null ? Instant.MAX : Instant.ofEpochMilli(Long.parseLong(at));
  }

  EventSnapshot snapshot() {
    return snapshot;
  }

  /** The order of a lane; null until it is known here. */
  @Nullable QueueOrder order(int lane) {
    List<QueueOrder> orders = aside.orders();
    return !snapshot.drawn() || orders == null || lane >= orders.size() ? null : orders.get(lane);
  }

  @Override
  public String event() {
    return aside.event();
  }

  @Override
  public EventSettings settings() {
    return settings;
  }

  @Override
  public long version() {
    return snapshot.number("version");
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public @Nullable Instant onSaleAt() {
    if (settings.start().always()) {
      return null;
    }
    String at = snapshot.maybe("onSaleAt");
    return at == null ? settings.start().instant() : Instant.ofEpochMilli(Long.parseLong(at));
  }

  @Override
  public @Nullable Instant closesAt() {
    return closesAt.equals(Instant.MAX) ? null : closesAt;
  }

  @Override
  public String commitment() {
    return snapshot.text("commitment");
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(snapshot.nowMillis());
  }

  @Override
  public Phase phase() {
    Instant now = now();
    Instant opensAt = settings.opensAt();
    if (!now.isBefore(closesAt)) {
      return Phase.ENDED;
    }
    boolean early = opensAt != null && now.isBefore(opensAt);
    // A room that is always on has been drawn, for nobody, before it opens.
    if (snapshot.drawn() && !(early && nobodyCame())) {
      return onSale();
    }
    return early ? Phase.SCHEDULED : Phase.WAITING;
  }

  private boolean nobodyCame() {
    return Arrays.stream(arrivals).allMatch(each -> each == 0);
  }

  private Phase onSale() {
    if (aside.orders() == null) {
      return Phase.DRAWING;
    }
    if (snapshot.soldOut()) {
      return Phase.SOLD_OUT;
    }
    return snapshot.halted() ? Phase.PAUSED : Phase.ON_SALE;
  }

  @Override
  public int arrivals() {
    return arrivals[0];
  }

  @Override
  public OptionalInt entrants() {
    return entrants(0);
  }

  private OptionalInt entrants(int lane) {
    String entrants = snapshot.maybe("entrants", lane);
    return entrants == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(entrants));
  }

  @Override
  public @Nullable Instant drawnAt() {
    return snapshot.drawn() ? Instant.ofEpochMilli(snapshot.number("drawnAt")) : null;
  }

  @Override
  public int cutoff() {
    return cutoffs[0];
  }

  @Override
  public int cutoff(int lane) {
    return lane < cutoffs.length ? cutoffs[lane] : 0;
  }

  @Override
  public int calledTo(int lane) {
    // A snapshot is up to a second older than what a fan was told by the join itself.
    return lane < cutoffs.length ? Math.max(cutoffs[lane], aside.called().applyAsInt(lane)) : 0;
  }

  private int count(String name, int lane) {
    return snapshot.count(name, lane);
  }

  @Override
  public int waiting() {
    int waiting = 0;
    for (int lane = 0; lane < arrivals.length; lane++) {
      waiting += waiting(lane);
    }
    return waiting;
  }

  private int waiting(int lane) {
    QueueOrder order = order(lane);
    int cutoff = cutoff(lane);
    return order == null ? arrivals[lane] - cutoff : order.fans(cutoff, arrivals[lane]);
  }

  /** The end of the positions that fans may be called from. */
  int callable(int lane) {
    QueueOrder order = order(lane);
    return order == null ? cutoff(lane) : order.callable(arrivals[lane]);
  }

  /** Positions below it belong to a fan who knows them. */
  int known(int lane) {
    return order(lane) == null ? 0 : callable(lane);
  }

  @Override
  public List<LaneView> lanes() {
    List<LaneView> found = lanes;
    if (found == null) {
      found = findLanes();
      lanes = found;
    }
    return found;
  }

  private List<LaneView> findLanes() {
    List<LaneView> lanes = new ArrayList<>();
    List<Lane> named = settings.lanesByNumber();
    for (int number = 0; number < Math.min(named.size(), snapshot.lanes()); number++) {
      Lane lane = named.get(number);
      String drawId = aside.life().laneId(number);
      lanes.add(
          new LaneView(
              number,
              lane.name(),
              lane.weight(),
              arrivals[number],
              entrants(number),
              cutoff(number),
              waiting(number),
              snapshot.gaps(number),
              drawId,
              aside.life().commitment(drawId),
              snapshot.drawn() ? aside.life().hex(drawId) : null));
    }
    return List.copyOf(lanes);
  }

  @Override
  public List<Round> rounds() {
    List<Round> found = rounds;
    if (found == null) {
      found = findRounds();
      rounds = found;
    }
    return found;
  }

  private List<Round> findRounds() {
    if (settings.mode() != Mode.RANDOM_ROUNDS && aside.rounds().isEmpty()) {
      return List.of();
    }
    List<Round> rounds = new ArrayList<>();
    List<ClosedRound> closed = aside.rounds();
    for (int i = Math.max(0, closed.size() - MOST_ROUNDS); i < closed.size(); i++) {
      rounds.add(closed(i));
    }
    if (settings.mode() == Mode.RANDOM_ROUNDS) {
      rounds.add(open());
    }
    return List.copyOf(rounds);
  }

  @Override
  public @Nullable Round round(int number) {
    List<ClosedRound> closed = aside.rounds();
    for (int i = 0; i < closed.size(); i++) {
      if (closed.get(i).number() == number) {
        return closed(i);
      }
    }
    boolean open = settings.mode() == Mode.RANDOM_ROUNDS && number == snapshot.count("round");
    return open ? open() : null;
  }

  private Round closed(int index) {
    ClosedRound round = aside.rounds().get(index);
    int first = index == 0 ? 0 : aside.rounds().get(index - 1).end();
    String drawId = aside.life().roundId(round.number());
    return new Round(
        round.number(),
        first,
        round.end() - first,
        round.closedAt(),
        drawId,
        aside.life().commitment(drawId),
        aside.life().hex(drawId));
  }

  private Round open() {
    int number = snapshot.count("round");
    String at = snapshot.maybe("roundClosesAt");
    Instant closes = at == null ? onSaleAt() : Instant.ofEpochMilli(Long.parseLong(at));
    String drawId = aside.life().roundId(number);
    int first = entrants(0).orElse(0);
    return new Round(number, first, null, closes, drawId, aside.life().commitment(drawId), null);
  }

  @Override
  public List<PastEpoch> earlier() {
    String earlier = snapshot.maybe("earlier");
    if (earlier == null) {
      return List.of();
    }
    List<PastEpoch> past = new ArrayList<>();
    for (Object one : new JsonArray("[" + earlier + "]")) {
      JsonObject life = (JsonObject) one;
      past.add(
          new PastEpoch(
              life.getLong("epoch"),
              life.getString("commitment"),
              life.getString("seed"),
              life.getInteger("entrants")));
    }
    return past;
  }

  @Override
  public int present() {
    return Math.min(waiting(), snapshot.present());
  }

  @Override
  public int door() {
    int door = 0;
    for (int lane = 0; lane < arrivals.length; lane++) {
      door += count("door", lane);
    }
    return door;
  }

  @Override
  public int active() {
    return snapshot.count("active");
  }

  @Override
  public int pending() {
    long pending = 0;
    for (int lane = 0; lane < arrivals.length; lane++) {
      for (Snapshot.Call call : snapshot.lane(lane).unsettled()) {
        pending += call.called() - call.came();
      }
    }
    return Math.toIntExact(pending);
  }

  @Override
  public int admittedLastMinute() {
    return snapshot.count("admitted");
  }

  @Override
  public double noShowShare() {
    Outlook.Line line = line();
    return line.of() == 0 ? 0 : 1 - (double) line.came() / line.of();
  }

  @Override
  public String limit() {
    return restoring ? "the store is being restored" : LimitWords.of(this);
  }

  @Override
  public boolean halted() {
    return snapshot.halted();
  }

  @Override
  public @Nullable String pauseReason() {
    return halted() ? snapshot.maybe("pauseReason") : null;
  }

  @Override
  public List<Reason> pauseReasons() {
    return halted() ? reasons : List.of();
  }

  @Override
  public List<Message> messages() {
    return messages;
  }

  @Override
  public List<Gap> gaps() {
    return snapshot.gaps(0);
  }

  @Override
  public OptionalInt positionOf(int lane, int arrival) {
    QueueOrder order = order(lane);
    if (order != null) {
      return order.positionOf(arrival);
    }
    // By time alone nothing needs to be drawn.
    boolean byTime = settings.mode() == Mode.FIFO && !snapshot.drawn();
    return byTime ? OptionalInt.of(arrival) : OptionalInt.empty();
  }

  @Override
  public int[] arrivalsAt(int lane, int[] positions) {
    QueueOrder order = order(lane);
    if (order != null) {
      return order.arrivalsAt(positions);
    }
    int[] unknown = new int[positions.length];
    Arrays.fill(unknown, -1);
    return unknown;
  }

  /** How long those wait who stand in a lane. */
  WaitEstimate wait(int lane) {
    return waits.get(lane);
  }

  private List<WaitEstimate> waits() {
    List<WaitEstimate> waits = new ArrayList<>();
    int rate = restoring ? 0 : effectivePerMinute();
    List<Lane> named = settings.lanesByNumber();
    for (int lane = 0; lane < arrivals.length; lane++) {
      waits.add(WaitEstimate.of(LanePace.of(snapshot, lane, LanePace.share(rate, lane, named))));
    }
    return waits;
  }

  @Override
  public @Nullable Estimate estimate(int lane, OptionalInt position) {
    if (lane >= waits.size() || restoring || (halted() && snapshot.drawn())) {
      return null;
    }
    Phase phase = phase();
    if (phase == Phase.ENDED || phase == Phase.SOLD_OUT || settings.mode() == Mode.REJECT) {
      return null;
    }
    WaitEstimate wait = waits.get(lane);
    if (position.isPresent() && snapshot.drawn()) {
      return wait.after(position.getAsInt() - (long) cutoff(lane));
    }
    Long untilDraw = untilDrawMillis();
    if (untilDraw == null) {
      return null;
    }
    int stand = snapshot.drawn() ? entrants(lane).orElse(0) : 0;
    long before = Math.max(0, stand - cutoff(lane));
    return wait.beforeDraw(before, arrivals[lane] - stand, untilDraw);
  }

  /** Until the next draw; null when nobody knows. */
  private @Nullable Long untilDrawMillis() {
    String closes = snapshot.drawn() ? snapshot.maybe("roundClosesAt") : null;
    Instant at = closes == null ? onSaleAt() : Instant.ofEpochMilli(Long.parseLong(closes));
    return at == null ? null : Duration.between(now(), at).toMillis();
  }

  @Override
  public int effectivePerMinute() {
    return halted() ? 0 : rate.perMinute(snapshot.nowMillis());
  }

  @Override
  public double joinsPerSecond() {
    return aside.joinsPerSecond();
  }

  @Override
  public @Nullable BackendFigures backend() {
    return BackendReports.of(snapshot.reports()).figures();
  }

  @Override
  public @Nullable Remaining remaining() {
    return Rates.stock(snapshot);
  }

  @Override
  public Outlook outlook(Dials asked, Throughput measured) {
    Remaining left = remaining();
    Instant start = onSaleAt();
    Instant closes = closesAt();
    return new Outlook(
        outlookState(),
        new Outlook.Clock(
            snapshot.nowMillis(),
            snapshot.drawn(),
            start == null ? null : (Long) start.toEpochMilli(),
            closes == null ? null : (Long) closes.toEpochMilli()),
        line(),
        Rates.with(asked, settings, snapshot),
        new Outlook.Inside(active(), measured.stayMinutes()),
        new Outlook.Seats(
            left == null ? null : (Long) (long) left.free(),
            measured.seatsPerFan(),
            asked.throttle() == Dials.Throttle.AUTO));
  }

  private Outlook.State outlookState() {
    if (restoring) {
      return Outlook.State.RESTORING;
    }
    if (phase() == Phase.ENDED) {
      return Outlook.State.ENDED;
    }
    if (settings.mode() == Mode.REJECT || settings.mode() == Mode.PASSTHROUGH) {
      return settings.mode() == Mode.REJECT ? Outlook.State.NOBODY : Outlook.State.EVERYBODY;
    }
    if (snapshot.drawn() && snapshot.soldOut()) {
      return Outlook.State.SOLD_OUT;
    }
    return "1".equals(snapshot.maybe("paused")) ? Outlook.State.PAUSED : Outlook.State.RUNNING;
  }

  private Outlook.Line line() {
    long called = 0;
    long came = 0;
    for (int lane = 0; lane < arrivals.length; lane++) {
      for (Snapshot.Settled row : snapshot.lane(lane).recent()) {
        called += row.called();
        came += row.came();
      }
    }
    boolean mixed = !snapshot.drawn() && settings.mode() != Mode.FIFO;
    return new Outlook.Line(waiting(), joinsPerSecond() * 60, mixed, came, called);
  }

  @Override
  public Leap.Shop shopLoad() {
    Throttling limits = settings.throttling();
    BackendFigures figures = backend();
    double pool = 0;
    double worst = 0;
    if (figures != null) {
      pool = share(figures.poolInUse(), limits.poolPercent() / 100.0);
      double errors = share(figures.errorShare(), limits.errorPercent() / 100.0);
      worst = Math.max(pool, Math.max(errors, share(figures.p95Millis(), limits.p95Millis())));
    }
    dev.headgate.policy.throttle.Reason reason = Rates.throttle(snapshot).reason();
    boolean held = reason.kind() == dev.headgate.policy.throttle.Reason.Kind.HOLDING;
    return new Leap.Shop(worst, pool, held ? reason.limit() : 0);
  }

  private static double share(@Nullable Number figure, double limit) {
    return figure == null ? 0 : figure.doubleValue() / limit;
  }

  @Override
  public List<String> warnings() {
    return EventView.warnings(settings);
  }

  @Override
  public @Nullable String seed() {
    return snapshot.drawn() ? aside.life().hex(aside.life().laneId(0)) : null;
  }

  @Override
  public boolean isEnded(int lane, int position) {
    return aside.ended().contains(lane, position);
  }

  @Override
  public boolean restoring() {
    return restoring;
  }

  @Override
  public void seen(int pollAfterMillis) {
    aside.polls().seen(snapshot.nowMillis() / 1_000, pollAfterMillis);
  }
}
