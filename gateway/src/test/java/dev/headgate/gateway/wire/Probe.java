package dev.headgate.gateway.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request and an innocent one behind it, and tells what came of both. Where the connection
 * is still in step the innocent one has its own answer; where it is not, it must be at its end.
 */
final class Probe implements AutoCloseable {
  private static final String INNOCENT = "/events?innocent=";
  private static final int MOST_PENDING = 64;

  private final int port;
  private final List<Ending> pending = new ArrayList<>();
  private final Map<String, String> outOfStep = new HashMap<>();
  private int count;

  /** A connection that is said to end, and whose it was. */
  private record Ending(String what, RawClient client) {}

  /**
   * What came of a request.
   *
   * @param replies its answers
   * @param inStep whether the innocent request behind it had its own answer; otherwise the
   *     connection has ended, or is about to
   */
  record Outcome(List<RawClient.Reply> replies, boolean inStep) {
    List<Integer> statuses() {
      return replies.stream().map(RawClient.Reply::status).toList();
    }
  }

  Probe(int port) {
    this.port = port;
  }

  /** Whether a request that the shop heard is one of the innocent ones. */
  static boolean isInnocent(Shop.Heard heard) {
    return heard.method().equals("GET") && heard.uri().startsWith(INNOCENT);
  }

  /** Behind what an innocent request was sent that never had its answer; null where it had. */
  @Nullable String strayBehind(Shop.Heard heard) {
    return isInnocent(heard) ? outOfStep.get(heard.uri()) : null;
  }

  /** The request, and an innocent one in the same breath. */
  Outcome send(String what, String request, boolean isHead) throws IOException {
    String innocent = INNOCENT + count++;
    outOfStep.put(innocent, what);
    RawClient client = new RawClient(port);
    client.send(request + RawClient.request("GET", innocent));
    List<RawClient.Reply> replies = new ArrayList<>();
    while (true) {
      RawClient.Reply reply = client.readOrEnd(isHead && replies.isEmpty());
      if (reply == null) {
        client.close();
        return new Outcome(replies, false);
      }
      if (reply.body().equals("shop GET " + innocent)) {
        outOfStep.remove(innocent);
        client.close();
        return new Outcome(replies, true);
      }
      replies.add(reply);
      if (reply.closes()) {
        mustEnd(what, client);
        return new Outcome(replies, false);
      }
    }
  }

  /** The request, and then the end of all that its sender has to say. */
  Outcome sendAndEnd(String request) throws IOException {
    try (RawClient client = new RawClient(port)) {
      client.send(request);
      client.finish();
      List<RawClient.Reply> replies = new ArrayList<>();
      RawClient.Reply reply = client.readOrEnd(false);
      while (reply != null) {
        replies.add(reply);
        reply = client.readOrEnd(false);
      }
      return new Outcome(replies, false);
    }
  }

  // A gateway may linger for a moment, so that its answer is not overtaken; nobody waits for that.
  private void mustEnd(String what, RawClient client) throws IOException {
    pending.add(new Ending(what, client));
    if (pending.size() >= MOST_PENDING) {
      settle();
    }
  }

  /** Waits for the ends of all connections that were said to end. */
  void settle() throws IOException {
    for (Ending ending : pending) {
      String more = ending.client().rest();
      ending.client().close();
      if (!more.isEmpty()) {
        throw new AssertionError(ending.what() + ": after its last answer came " + more);
      }
    }
    pending.clear();
  }

  @Override
  public void close() throws IOException {
    settle();
  }
}
