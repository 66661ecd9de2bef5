package dev.headgate.quickstart;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;

/** What fans come with. The phone is as narrow as phones are. */
enum Device {
  DARK_PHONE(360, 740, ColorScheme.DARK),
  LIGHT_PHONE(360, 740, ColorScheme.LIGHT),
  DARK_DESK(1280, 800, ColorScheme.DARK),
  LIGHT_DESK(1280, 800, ColorScheme.LIGHT);

  private final int width;
  private final int height;
  private final ColorScheme scheme;

  Device(int width, int height, ColorScheme scheme) {
    this.width = width;
    this.height = height;
    this.scheme = scheme;
  }

  Browser.NewContextOptions options() {
    return new Browser.NewContextOptions()
        .setViewportSize(width, height)
        .setColorScheme(scheme)
        .setHasTouch(isPhone())
        .setLocale("en-GB");
  }

  /** Makes one page look as on this device, without loading it again. */
  void turn(Page page) {
    page.setViewportSize(width, height);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
  }

  boolean isPhone() {
    return width < 500;
  }

  /** Such as {@code phone-dark}, for names of files. */
  String label() {
    return (isPhone() ? "phone-" : "desktop-") + scheme.name().toLowerCase(Locale.ROOT);
  }
}
