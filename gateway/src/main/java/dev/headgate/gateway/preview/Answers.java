package dev.headgate.gateway.preview;

import io.vertx.core.json.JsonObject;
import java.util.function.UnaryOperator;

/**
 * What the API of one state answers.
 *
 * @param joined to a join
 * @param looked to a look that names its ticket
 * @param unnamed to a look by cookie alone
 * @param claimed to whoever takes the turn
 * @param status the public status
 * @param draw the public document of the draw
 * @param link to who goes on on another device
 * @param challenge to who asks for one
 */
record Answers(
    Answer joined,
    Answer looked,
    Answer unnamed,
    Answer claimed,
    Answer status,
    Answer draw,
    Answer link,
    Answer challenge) {

  /** Those of a fan who has that place. */
  static Answers of(Told place) {
    return new Answers(
        Answer.made(place.with("ticket", Documents.TICKET)),
        Answer.ok(place),
        Answer.ok(place),
        Answer.made(Documents.admission()),
        Answer.ok(Documents.status(place)),
        Answer.ok(Documents.undrawn()),
        Answer.ok(Documents.link()),
        Answer.refused(404, "not-found"));
  }

  /** Those of a fan who gets none. */
  static Answers refused(Answer refusal) {
    return of(Documents.place("waiting", "waiting")).joined(refusal);
  }

  Answers joined(Answer other) {
    return new Answers(other, looked, unnamed, claimed, status, draw, link, challenge);
  }

  /** The first look comes soon, and is answered otherwise than the join. */
  Answers thenLooked(Answer other) {
    Told soon = joined.told().with("pollAfterMillis", 400);
    Answer first = new Answer(joined.status(), soon, 0);
    return new Answers(first, other, other, claimed, status, draw, link, challenge);
  }

  Answers unnamed(Answer other) {
    return new Answers(joined, looked, other, claimed, status, draw, link, challenge);
  }

  Answers claimed(Answer other) {
    return new Answers(joined, looked, unnamed, other, status, draw, link, challenge);
  }

  Answers status(UnaryOperator<Told> change) {
    Answer other = Answer.ok(change.apply(status.told()));
    return new Answers(joined, looked, unnamed, claimed, other, draw, link, challenge);
  }

  Answers status(String field, Object value) {
    return status(told -> told.with(field, value));
  }

  Answers remaining(int free, int pending) {
    return status("remaining", new JsonObject().put("free", free).put("pending", pending));
  }

  Answers draw(Answer other) {
    return new Answers(joined, looked, unnamed, claimed, status, other, link, challenge);
  }

  Answers link(Answer other) {
    return new Answers(joined, looked, unnamed, claimed, status, draw, other, challenge);
  }

  Answers challenge(Answer other) {
    return new Answers(joined, looked, unnamed, claimed, status, draw, link, other);
  }
}
