package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.token.PlaceTicket;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The room that a gateway has for streams of places: so many in all, and two for any one place, of
 * which the newest win. One a process; safe for use from any thread.
 */
public final class StreamRoom {
  private final Counter refused;
  private final Map<PlaceTicket, Followers> places = new HashMap<>();
  private int most;
  private int open;

  /** The streams of one place: a fan with two devices, or a page that has just been reloaded. */
  private record Followers(PlaceStream newest, @Nullable PlaceStream before) {}

  private StreamRoom(int most, Counter refused) {
    this.most = most;
    this.refused = refused;
  }

  /**
   * An empty room.
   *
   * @param most how many streams it holds
   * @param meters where they are counted
   */
  public static StreamRoom of(int most, MeterRegistry meters) {
    Counter refused =
        Counter.builder("headgate.place.streams.refused")
            .description("Streams that found no room")
            .register(meters);
    StreamRoom room = new StreamRoom(most, refused);
    Gauge.builder("headgate.place.streams", room, StreamRoom::open)
        .description("Streams that tell fans their places")
        .register(meters);
    return room;
  }

  synchronized int open() {
    return open;
  }

  /** Holds another number from now on; those that are open stay. */
  synchronized void resize(int next) {
    most = next;
  }

  /**
   * Takes a stream in. Refuses with a {@link ProblemException} where there is no room.
   *
   * @return the stream that has lost its room to this one, or null
   */
  synchronized @Nullable PlaceStream enter(PlaceStream stream) {
    Followers followers = places.get(stream.ticket());
    PlaceStream loser = followers == null ? null : followers.before();
    if (loser == null && open >= most) {
      refused.increment();
      throw new ProblemException(Refusals.streamsFull());
    }
    if (loser == null) {
      open++;
    }
    PlaceStream before = followers == null ? null : followers.newest();
    places.put(stream.ticket(), new Followers(stream, before));
    return loser;
  }

  /** Gives its room back; nothing happens for one that has lost it. */
  synchronized void leave(PlaceStream stream) {
    Followers followers = places.get(stream.ticket());
    if (followers == null) {
      return;
    }
    if (followers.newest() == stream) {
      open--;
      if (followers.before() == null) {
        places.remove(stream.ticket());
      } else {
        places.put(stream.ticket(), new Followers(followers.before(), null));
      }
    } else if (followers.before() == stream) {
      open--;
      places.put(stream.ticket(), new Followers(followers.newest(), null));
    }
  }
}
