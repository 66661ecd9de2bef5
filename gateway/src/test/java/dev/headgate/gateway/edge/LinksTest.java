package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.LuminanceSource;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.Standing;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The link by which a fan goes on with a place on another device. */
class LinksTest extends EdgeFixture {
  private static final String LINK = "/queue/derby/places/me/link";

  @Test
  void theLinkHasTheTicketWhereNoServerIsSentIt() {
    Answer answer = post(LINK, cookie(60));
    assertEquals(200, answer.status());
    assertEquals("no-store", answer.header("cache-control"));
    JsonObject made = answer.json();
    assertEquals(ORIGIN + "/queue/derby#place=" + ticket(60), made.getString("url"));
    assertEquals(2, made.size(), made::encode);
  }

  @Test
  void theCodeReadsAsTheLinkAndIsAPictureThatNeedsNothingElse() throws Exception {
    JsonObject made = post(LINK, cookie(60)).json();
    String svg = made.getString("svg");
    assertEquals(made.getString("url"), read(svg));
    assertFalse(svg.contains("href") || svg.contains("script"), svg);
  }

  private static String read(String svg) throws Exception {
    Matcher box = Pattern.compile("viewBox=\"0 0 (\\d+) \\d+\"").matcher(svg);
    assertTrue(box.find());
    Picture picture = new Picture(Integer.parseInt(box.group(1)));
    Matcher run = Pattern.compile("M(\\d+) (\\d+)h(\\d+)v1h-\\d+z").matcher(svg);
    while (run.find()) {
      picture.darken(number(run, 1), number(run, 2), number(run, 3));
    }
    return new QRCodeReader()
        .decode(new BinaryBitmap(new GlobalHistogramBinarizer(picture)))
        .getText();
  }

  private static int number(Matcher run, int group) {
    return Integer.parseInt(run.group(group));
  }

  /** The modules, at four pixels each, since a reader finds no smaller ones. */
  private static final class Picture extends LuminanceSource {
    private static final int SCALE = 4;
    private final byte[] pixels;

    Picture(int modules) {
      super(modules * SCALE, modules * SCALE);
      pixels = new byte[getWidth() * getHeight()];
      Arrays.fill(pixels, (byte) 255);
    }

    void darken(int x, int y, int length) {
      for (int line = y * SCALE; line < (y + 1) * SCALE; line++) {
        int from = line * getWidth() + x * SCALE;
        Arrays.fill(pixels, from, from + length * SCALE, (byte) 0);
      }
    }

    @Override
    public byte[] getRow(int y, byte[] row) {
      return Arrays.copyOfRange(pixels, y * getWidth(), (y + 1) * getWidth());
    }

    @Override
    public byte[] getMatrix() {
      return pixels.clone();
    }
  }

  @Test
  void onlyWhoHasThePlaceGetsALinkAndOnlyByAPost() {
    assertEquals("no-place", post(LINK).problem());
    assertEquals("bad-place", post(LINK, "Headgate-Place: nonsense").problem());
    String old = ReadableTickets.ticket("derby", ScriptedView.EPOCH - 1, 3);
    assertEquals("queue-reset", post(LINK, "Headgate-Place: " + old).problem());
    assertEquals("POST", get(LINK, cookie(60)).header("allow"));
    Answer elsewhere = post(LINK, cookie(60), "Sec-Fetch-Site: cross-site");
    assertEquals("cross-site", elsewhere.problem());
    assertFalse(elsewhere.body().contains(ticket(60)));
  }

  @Test
  void aPlaceThatIsBoundToAKeyDoesNotMove() {
    view.dpop = EventSettings.Dpop.REQUIRED;
    assertEquals("409 bound-place", refused());
  }

  private String refused() {
    Answer answer = post(LINK, cookie(60));
    return answer.status() + " " + answer.problem();
  }

  @Test
  void theOtherDeviceIsGivenTheSamePlaceAndItsCookieHoweverOftenTheLinkIsOpened() {
    for (int device = 0; device < 3; device++) {
      Answer taken = post("/queue/derby/places", "Headgate-Place: " + ticket(60), cookie(70));
      assertEquals(200, taken.status());
      assertEquals(60, taken.json().getInteger("arrival"));
      String cookie = taken.header("set-cookie");
      assertTrue(cookie.startsWith("hg_place_derby=" + ticket(60) + ";"), cookie);
    }
    assertTrue(queue.joins.isEmpty(), "nobody was given another place");
  }

  @Test
  void aBrowserThatHasTheCookieIsNotSentItAgain() {
    assertEquals("", post("/queue/derby/places", cookie(60)).header("set-cookie"));
  }

  @Test
  void aPlaceWhoseTurnIsOverIsNotTakenUpAgain() {
    queue.standing = at -> Future.succeededFuture(new Standing(Standing.State.OVER, null));
    assertEquals(201, post("/queue/derby/places", "Headgate-Place: " + ticket(60)).status());
  }

  @Test
  void linksAskedForFarTooFastAreRefused() {
    String last = "";
    for (int i = 0; i <= PollPace.MOST_POLLS; i++) {
      last = refused();
    }
    assertEquals("429 slow-down", last);
  }
}
