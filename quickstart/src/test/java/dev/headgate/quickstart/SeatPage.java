package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;

/** The seat page as a fan uses it. */
final class SeatPage {
  private SeatPage() {}

  /** Shows the seats as a list. */
  static void asList(Page tab) {
    tab.locator("#view-list").check();
    assertThat(tab.locator("#rows button").first()).isVisible();
  }

  /** Goes into a section of the map, at its middle. */
  static void open(Page tab, String section) {
    assertThat(tab.locator("#map [data-section]").first()).isVisible();
    Locator shape = tab.locator("#map [data-section='" + section + "']");
    if (tab.locator("#map").getAttribute("data-level").equals("seats")) {
      tab.locator("#zoom-whole").click();
    }
    assertThat(tab.locator("#map")).hasAttribute("data-level", "sections");
    shape.click();
    assertThat(tab.locator("#map")).hasAttribute("data-level", "seats");
    assertThat(tab.locator("#map [data-seat]").first()).isVisible();
    rest(tab);
  }

  /** Waits until the map stands still: it takes no tap while it zooms. */
  static void rest(Page tab) {
    tab.waitForFunction(
        """
        () => new Promise((done) => {
          const picture = () => {
            const { x, y, width } = document.querySelector('.map-picture').getBoundingClientRect();
            return [x, y, width, document.querySelectorAll('[data-seat]').length].join();
          };
          const before = picture();
          setTimeout(() => done(picture() === before), 500);
        })""");
  }

  /** The first free seat of the map that lies wholly in its window and not under the bar. */
  static String freeInSight(Page tab) {
    return String.valueOf(
        tab.evaluate(
            """
            () => {
              const map = document.getElementById('map');
              const { left, top, right, bottom } = map.getBoundingClientRect();
              const bar = document.querySelector('.bar').getBoundingClientRect().top;
              const inside = (seat) => {
                const box = seat.getBoundingClientRect();
                return box.left > left + 60 && box.right < right - 20
                  && box.top > top + 20 && box.bottom < Math.min(bottom, bar) - 20;
              };
              return [...map.querySelectorAll('[data-seat][data-state=free]')].find(inside).dataset.seat;
            }"""));
  }

  static Locator seat(Page tab, String id) {
    return tab.locator("[data-seat='" + id + "']");
  }

  static BoundingBox box(Page tab) {
    return tab.locator("#map").boundingBox();
  }

  /** Chooses seats of the list, holds them, and waits for the basket. */
  static void holds(Page tab, String... seats) {
    asList(tab);
    for (String seat : seats) {
      seat(tab, seat).click();
    }
    tab.locator("#hold").click();
    assertThat(tab.locator("#message")).containsText("held for you.");
  }
}
