package dev.headgate.gateway.forward;

import io.vertx.core.http.HttpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A gateway of one event loop to measure forwarding with, before a server that somebody else has
 * started, or before one of its own. It prints where it is and an admission, and runs until it is
 * ended:
 *
 * <pre>
 * wrk -t1 -c64 -d10 -H "Headgate-Admission: $TOKEN" http://127.0.0.1:$PORT/events/derby/x
 * </pre>
 *
 * <p>Compare with another proxy of one worker before the same server, in the same minute.
 */
final class ForwardBench {
  private ForwardBench() {}

  /** Takes the port of the server to forward to, if there is one. */
  public static void main(String[] args) throws Exception {
    Path keys = Files.createTempDirectory("headgate-bench");
    try (Scene scene = new Scene(keys)) {
      scene.backends.remembers = false;
      int server = args.length > 0 ? Integer.parseInt(args[0]) : hello(scene);
      int port = scene.gateway(Scene.config(List.of(), Map.of("shop", server)));
      System.out.println("server=" + server + " port=" + port);
      System.out.println("token=" + scene.token("derby"));
      new CountDownLatch(1).await();
    }
  }

  private static int hello(Scene scene) {
    HttpServer server =
        Scene.await(
            scene
                .vertx
                .createHttpServer()
                .requestHandler(request -> request.response().end("hello"))
                .listen(0, "127.0.0.1"));
    return server.actualPort();
  }
}
