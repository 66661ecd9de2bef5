package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import dev.headgate.quickstart.CrowdTally.Count;
import dev.headgate.quickstart.SimulatedFan.World;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Set;
import java.util.function.Consumer;

/** A simulated fan inside: looks at seats, holds some, pays or not, and leaves. */
final class SimulatedVisit {
  private static final int MOST_TRIES = 6;
  private static final long BUSY_MILLIS = 1_000;
  private static final int MOST_BUSY = 30;
  private static final Set<String> BOUGHT = Set.of("confirmed", "pending_payment");

  private final World world;
  private final FanHabits habits;
  private final String token;
  private final Buyer buyer;
  private int tries;
  private int busy;

  SimulatedVisit(World world, FanHabits habits, String token) {
    this.world = world;
    this.habits = habits;
    this.token = token;
    this.buyer = new Buyer(world.http(), world.fans(), world.event(), token);
  }

  void begin() {
    world.http().later(habits.lookMillis(), habits.buys() ? this::hold : this::leaveWithout);
  }

  private void hold() {
    // The longer it takes, the fewer would do.
    int wanted = Math.max(1, habits.seats() - tries / 2);
    String section = world.sections().get(world.random().nextInt(world.sections().size()));
    on(buyer.holdBest(section, wanted), this::held, this::hold);
  }

  private void held(Answer answer) {
    if (answer.status() == 201) {
      world.http().later(habits.lookMillis(), habits.pays() ? this::payAsMeant : this::release);
    } else if (answer.status() == 409 && ++tries < MOST_TRIES) {
      world.http().later(BUSY_MILLIS, this::hold);
    } else if (answer.status() == 409) {
      leaveWithout();
    } else {
      failed();
    }
  }

  /** Gives back what is held, as who changes their mind does. */
  private void release() {
    on(
        buyer.release(),
        answer -> {
          if (answer.status() == 204) {
            leaveWithout();
          } else {
            failed();
          }
        },
        this::release);
  }

  private void payAsMeant() {
    pay(habits.card());
  }

  private void pay(String card) {
    on(buyer.pay(card), answer -> paid(answer, card), () -> pay(card));
  }

  private void paid(Answer answer, String card) {
    boolean ordered = answer.status() / 100 == 2;
    if (ordered && BOUGHT.contains(answer.body().getString("status"))) {
      world.tally().add(Count.ORDERS, 1);
      world.tally().add(Count.SEATS, buyer.seatsHeld().size());
      leave();
    } else if (ordered || answer.status() == 402 || answer.status() == 410) {
      // Declined, which has given the seats back; or too late.
      leaveWithout();
    } else if (answer.status() == 409 && ++busy < MOST_BUSY) {
      // An attempt whose answer was lost is still under way.
      world.http().later(BUSY_MILLIS, () -> pay(card));
    } else {
      failed();
    }
  }

  private void failed() {
    world.tally().add(Count.ERRORS, 1);
    leaveWithout();
  }

  private void leaveWithout() {
    world.tally().add(Count.WITHOUT, 1);
    leave();
  }

  private void leave() {
    world.tally().add(Count.INSIDE, -1);
    Future<Answer> unused =
        world
            .http()
            .send(
                HttpMethod.DELETE,
                world.queue("admissions/me"),
                request -> request.putHeader("Headgate-Admission", token),
                null)
            .onFailure(broken -> world.tally().add(Count.ERRORS, 1));
  }

  /** Goes on with an answer; a shop that is busy is asked again, for as long as a fan would. */
  private void on(Future<Answer> asked, Consumer<Answer> then, Runnable again) {
    asked.onComplete(
        done -> {
          int status = done.failed() ? 0 : done.result().status();
          if (status != 0 && status < 500 && status != 429) {
            then.accept(done.result());
          } else if (++busy < MOST_BUSY) {
            world.tally().add(Count.ERRORS, status == 503 || status == 429 ? 0 : 1);
            world.http().later(BUSY_MILLIS, again);
          } else {
            failed();
          }
        });
  }
}
