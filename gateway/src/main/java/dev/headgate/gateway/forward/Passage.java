package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way to the upstream.
 *
 * @param request the fan's request
 * @param route the rule that lets it through
 * @param asked the event it is for, with an empty id where the route names none
 * @param admitted the admission it comes with, if any
 * @param renewal the renewed token to hand back, if any; never fails
 * @param cookies what gives the fan a new place, where one comes with this request
 */
record Passage(
    HttpServerRequest request,
    Route route,
    Gate.Asked asked,
    Verdict.@Nullable Admitted admitted,
    Future<Optional<Renewals.Renewed>> renewal,
    List<String> cookies) {

  long nowSeconds() {
    return asked.nowSeconds();
  }

  /** The same, with an admission that its path did not ask for. */
  Passage with(Verdict.Admitted found) {
    return new Passage(request, route, asked, found, renewal, cookies);
  }

  static QueuePosition position(Admission admission) {
    return new QueuePosition(
        admission.event(), admission.epoch(), admission.lane(), admission.position());
  }
}
