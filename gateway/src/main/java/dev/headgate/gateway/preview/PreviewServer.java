package dev.headgate.gateway.preview;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Listens, and looks every second whether the files have changed. */
final class PreviewServer implements Preview {
  /** This machine alone. */
  static final String HOST = "127.0.0.1";

  private static final long LOOK_MILLIS = 1_000;

  private final Vertx vertx;
  private final Looks looks;
  private final Consumer<String> complaints;
  private final int wantedPort;
  private final Scenes scenes;
  private @Nullable HttpServer server;

  PreviewServer(Parts parts) {
    vertx = parts.vertx();
    looks = new Looks(parts);
    complaints = parts.complaints();
    wantedPort = parts.port();
    scenes = new Scenes(parts.clock());
  }

  Future<Preview> listen() {
    return vertx
        .executeBlocking(looks::changed)
        .compose(
            first -> {
              first.ifPresent(scenes::show);
              return vertx.createHttpServer().requestHandler(scenes).listen(wantedPort, HOST);
            })
        .map(
            listening -> {
              server = listening;
              lookLater();
              return this;
            });
  }

  private void lookLater() {
    long timer = vertx.setTimer(LOOK_MILLIS, due -> look().onComplete(looked -> lookLater()));
    assert timer >= 0;
  }

  @Override
  public int port() {
    HttpServer listening = server;
    return listening == null ? 0 : listening.actualPort();
  }

  @Override
  public Future<Void> look() {
    return vertx
        .executeBlocking(looks::changed)
        .onComplete(this::took, this::complain)
        .otherwiseEmpty()
        .mapEmpty();
  }

  private void took(Optional<Look> changed) {
    changed.ifPresent(scenes::show);
  }

  /** What is shown stays: whoever edits a file is not at once done with it. */
  private void complain(Throwable failure) {
    String message = failure.getMessage();
    String about = message == null ? failure.toString() : message;
    scenes.complain(about);
    complaints.accept(about);
  }

  @Override
  public Future<Void> close() {
    HttpServer listening = server;
    return listening == null ? Future.succeededFuture() : listening.close();
  }
}
