package dev.headgate.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the JVM that started them ends, no service is left behind. */
class ParentDeathTest {
  private static final String NOBODY = Integer.toString(Account.NOBODY);

  /** Where the children put what a killed one cannot remove. */
  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM", "INT"})
  void aSignalToTheParentLeavesNoProcess(String signal) throws Exception {
    Process parent = start(System.getProperty("java.class.path"), List.of(), "wait");
    List<Long> family = familyOf(parent);
    Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + parent.pid()).start();
    assertEquals(0, kill.waitFor());
    assertTrue(parent.waitFor(60, TimeUnit.SECONDS));
    family.forEach(Processes::awaitGone);
  }

  @Test
  void aParentThatForgetsToCloseLeavesNoProcess() throws Exception {
    Process parent = start(System.getProperty("java.class.path"), List.of(), "exit");
    List<Long> family = familyOf(parent);
    assertTrue(parent.waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, parent.exitValue());
    family.forEach(Processes::awaitGone);
  }

  /** As root the other tests run with the services' account; this one is somebody else's start. */
  @Test
  void anOrdinaryUserCanStartBothAndLeavesNoProcess() throws Exception {
    List<String> become =
        Account.current().root()
            ? List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--")
            : List.of();
    Path classes = Files.createDirectory(scratch.resolve("classes"));
    Account.current().giveToService(scratch);
    Process parent = start(readableCopy(classes), become, "wait");
    List<Long> family = familyOf(parent);
    parent.destroy();
    assertTrue(parent.waitFor(60, TimeUnit.SECONDS));
    family.forEach(Processes::awaitGone);
  }

  private Process start(String classPath, List<String> prefix, String argument) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    if (Platform.current().linux()) {
      // A build in the background of a script ignores INT, and so would its children.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Processes.openToTheServices(scratch);
    command.add("-Djava.io.tmpdir=" + scratch);
    command.addAll(List.of("-cp", classPath, ServicesProgram.class.getName(), argument));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Both services and PostgreSQL's own children. */
  private static List<Long> familyOf(Process parent) throws IOException {
    List<String> printed = new ArrayList<>();
    BufferedReader reader = parent.inputReader(StandardCharsets.UTF_8);
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      printed.add(line);
      if (line.startsWith("pids ")) {
        return Stream.of(line.substring("pids ".length()).split(" ", -1))
            .map(Long::valueOf)
            .flatMap(ParentDeathTest::withChildren)
            .toList();
      }
    }
    throw new AssertionError("ended early: " + printed);
  }

  private static Stream<Long> withChildren(long pid) {
    Stream<Long> children =
        ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).map(ProcessHandle::pid);
    return Stream.concat(Stream.of(pid), children);
  }

  /** The class path where another user can read it: a build may stand in a closed home. */
  private static String readableCopy(Path folder) throws IOException {
    Processes.openToTheServices(folder);
    List<String> copies = new ArrayList<>();
    String classPath = System.getProperty("java.class.path");
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path target = folder.resolve(copies.size() + "-" + Path.of(entry).getFileName());
      copy(Path.of(entry), target);
      copies.add(target.toString());
    }
    return copies.stream().collect(Collectors.joining(File.pathSeparator));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
          Processes.openToTheServices(target);
        } else {
          Files.copy(each, from.equals(each) ? to : target);
          Processes.openToTheServices(from.equals(each) ? to : target);
        }
      }
    }
  }
}
