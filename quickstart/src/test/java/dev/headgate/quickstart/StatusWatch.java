package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.Future;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Reads the public status twice a second, as a news ticker would. */
final class StatusWatch {
  private static final long PAUSE_MILLIS = 500;

  private final CrowdHttp http;
  private final URI address;
  private final Queue<Answer> readings = new ConcurrentLinkedQueue<>();

  StatusWatch(CrowdHttp http, URI fans) {
    this.http = http;
    this.address = fans.resolve("/queue/derby/status");
    read();
  }

  List<Answer> readings() {
    return List.copyOf(readings);
  }

  private void read() {
    Future<Answer> unused =
        http.get(address, request -> request)
            .onSuccess(
                answer -> {
                  readings.add(answer);
                  http.later(PAUSE_MILLIS, this::read);
                });
  }
}
