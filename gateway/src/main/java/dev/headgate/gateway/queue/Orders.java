package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.policy.order.Draw;
import dev.headgate.policy.order.RoundsOrder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Computes the draws of an event's lanes and rounds, off the loop: a large one takes a moment. */
final class Orders {
  private static final byte[] NO_BEACON = new byte[0];

  private Orders() {}

  /** What an order follows from. */
  private record Grounds(
      LifeSeeds life, EventSnapshot snapshot, List<ClosedRound> rounds, boolean inRounds) {

    int entrants(int lane) {
      return snapshot.count("entrants", lane);
    }
  }

  /** The order from one round to the next, as far as rounds have been closed. */
  private record Rounds(RoundsOrder order, boolean byTimeBehind) implements Ranking {
    @Override
    public OptionalInt positionOf(int arrival) {
      OptionalInt drawn = order.positionOf(arrival);
      return drawn.isEmpty() && byTimeBehind ? OptionalInt.of(arrival) : drawn;
    }

    @Override
    public int frontier() {
      return order.frontier();
    }
  }

  /** Whether the orders here are those of a snapshot, but for gaps. */
  static boolean areOf(TrackedEvent one, EventSnapshot snapshot, Mode mode) {
    List<QueueOrder> orders = one.orders;
    if (orders == null || orders.size() != snapshot.lanes()) {
      return false;
    }
    boolean inRounds = mode == Mode.RANDOM_ROUNDS;
    Ranking general = orders.get(0).ranking();
    if (one.roundsOrdered != one.rounds.size() || general.byTimeBehind() == inRounds) {
      return false;
    }
    for (int lane = 0; lane < orders.size(); lane++) {
      boolean same = orders.get(lane).ranking().frontier() == snapshot.count("entrants", lane);
      // Of rounds the snapshot may be one ahead of the list; the next one brings it.
      if (!same && !inRounds && one.rounds.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The orders of all lanes; those that are known already are not drawn again. */
  static Future<List<QueueOrder>> of(
      Vertx vertx, TrackedEvent one, EventSnapshot snapshot, Mode mode) {
    LifeSeeds life = Objects.requireNonNull(one.life);
    boolean inRounds = mode == Mode.RANDOM_ROUNDS;
    Grounds grounds = new Grounds(life, snapshot, one.rounds, inRounds);
    List<QueueOrder> before = one.orders == null ? List.of() : one.orders;
    return vertx.executeBlocking(() -> compute(grounds, before), false);
  }

  private static List<QueueOrder> compute(Grounds grounds, List<QueueOrder> before) {
    List<QueueOrder> orders = new ArrayList<>();
    for (int lane = 0; lane < grounds.snapshot.lanes(); lane++) {
      Ranking known = lane < before.size() ? before.get(lane).ranking() : null;
      boolean rounds = lane == 0 && (grounds.inRounds || !grounds.rounds.isEmpty());
      Ranking ranking = rounds ? rounds(grounds, known) : draw(grounds, lane, known);
      orders.add(QueueOrder.of(ranking, grounds.snapshot.gaps(lane)));
    }
    return orders;
  }

  private static Ranking draw(Grounds grounds, int lane, @Nullable Ranking known) {
    int entrants = grounds.entrants(lane);
    if (known != null && known.frontier() == entrants && !(known instanceof Rounds)) {
      return known;
    }
    String id = grounds.life.laneId(lane);
    return Ranking.of(Draw.lottery(id, grounds.life.seed(id), NO_BEACON, entrants));
  }

  private static Ranking rounds(Grounds grounds, @Nullable Ranking known) {
    RoundsOrder order = known instanceof Rounds rounds ? rounds.order : RoundsOrder.NONE;
    for (ClosedRound round : grounds.rounds.subList(order.rounds(), grounds.rounds.size())) {
      String id = grounds.life.roundId(round.number());
      int first = order.frontier();
      byte[] seed = grounds.life.seed(id);
      order =
          order.plus(round.number(), first, Draw.lottery(id, seed, NO_BEACON, round.end() - first));
    }
    return new Rounds(order, !grounds.inRounds);
  }
}
