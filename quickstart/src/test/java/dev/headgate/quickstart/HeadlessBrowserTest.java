package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadlessBrowserTest {
  @TempDir private Path folder;

  @Test
  void withoutABrowserTheTestsFailAndNameTheLineThatInstallsOne() {
    String nowhere = folder.resolve("chromium").toString();
    AssertionError failure =
        assertThrows(
            AssertionError.class,
            () ->
                HeadlessBrowser.executable(Map.of("HEADGATE_BROWSER", nowhere), List.of(nowhere)));
    assertTrue(String.valueOf(failure.getMessage()).contains("apt-get install chromium"));
  }

  @Test
  void theBrowserThatIsNamedComesBeforeTheUsualOnes() throws Exception {
    Path named = browser("named");
    Path usual = browser("usual");
    Map<String, String> environment = Map.of("HEADGATE_BROWSER", named.toString());
    assertEquals(named, HeadlessBrowser.executable(environment, List.of(usual.toString())));
    assertEquals(usual, HeadlessBrowser.executable(Map.of(), List.of(usual.toString())));
  }

  private Path browser(String name) throws Exception {
    return Files.createFile(
        folder.resolve(name),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}
