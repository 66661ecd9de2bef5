package dev.headgate.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** One child process that does not outlive this JVM, however it ends. */
final class ServiceProcess {
  /**
   * What to start.
   *
   * @param command the program and its arguments
   * @param folder where it runs
   * @param log the file its output is added to
   * @param parentDeathSignal what the kernel sends it when we are gone, such as {@code INT}
   */
  record Launch(List<String> command, Path folder, Path log, String parentDeathSignal) {}

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int TAIL_BYTES = 2_000;

  private final Process process;
  private final Path log;
  private final int logStart;

  private ServiceProcess(Process process, Path log, int logStart) {
    this.process = process;
    this.log = log;
    this.logStart = logStart;
  }

  static ServiceProcess start(Launch launch, Account account) {
    ProcessBuilder builder =
        new ProcessBuilder(guarded(launch, account))
            .directory(launch.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
    clean(builder.environment());
    int logStart = (int) launch.log().toFile().length();
    CompletableFuture<Process> started = new CompletableFuture<>();
    // The kernel's parent-death signal fires when the *thread* that spawned the child ends, so
    // this one stays until the child is gone.
    Thread guard = new Thread(() -> spawn(builder, started), "embedded-" + launch.folder());
    guard.setDaemon(true);
    guard.start();
    try {
      return new ServiceProcess(started.join(), launch.log(), logStart);
    } catch (CompletionException e) {
      throw new EmbeddedException("cannot start " + launch.command().get(0), e);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** The last lines it printed, for an error message. */
  String lastWords() {
    try {
      byte[] all = Files.readAllBytes(log);
      int from = Math.max(logStart, all.length - TAIL_BYTES);
      return new String(all, from, all.length - from, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  /** Waits for the end of a program that ends by itself, such as {@code initdb}. */
  void awaitSuccess(Duration patience) {
    if (!ended(patience)) {
      kill();
      throw new EmbeddedException("not done after " + patience + ": " + lastWords());
    }
    if (process.exitValue() != 0) {
      throw new EmbeddedException("failed (" + process.exitValue() + "): " + lastWords());
    }
  }

  /** Asks it to end, and insists when it does not; returns when it is gone. */
  void stop(String signal) {
    if (process.isAlive()) {
      signal(signal);
      if (!ended(PATIENCE)) {
        kill();
      }
    }
  }

  /** Ends it as a power cut would; returns when it is gone. */
  void kill() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    if (!ended(PATIENCE)) {
      throw new EmbeddedException("process " + pid() + " does not end");
    }
    children.forEach(ServiceProcess::awaitEnd);
  }

  /** Not for ever: where no init collects it, an orphan that has ended still looks alive. */
  private static void awaitEnd(ProcessHandle child) {
    ProcessHandle unused = child.onExit().completeOnTimeout(child, 2, TimeUnit.SECONDS).join();
  }

  private void signal(String name) {
    try {
      String unused = Platform.output("kill", "-" + name, Long.toString(pid()));
    } catch (IOException e) {
      process.destroy(); // gone already, or there is no kill command: TERM is what we have
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean ended(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private static void spawn(ProcessBuilder builder, CompletableFuture<Process> started) {
    Process process;
    try {
      process = builder.start();
    } catch (IOException | RuntimeException e) {
      started.completeExceptionally(e);
      return;
    }
    started.complete(process);
    int unused = process.onExit().join().exitValue();
  }

  /**
   * Puts {@code setpriv} before a command where there is one, so that the kernel ends the child
   * when we are gone, and {@code setsid}, so that Ctrl-C in a terminal reaches only us and we end
   * the services after those who use them. Both replace themselves: the process id stays.
   */
  private static List<String> guarded(Launch launch, Account account) {
    List<String> command = new ArrayList<>();
    Platform.program("setsid").ifPresent(setsid -> command.add(setsid.toString()));
    var setpriv = Platform.program("setpriv").filter(found -> Platform.current().linux());
    if (account.root() && setpriv.isEmpty()) {
      throw new EmbeddedException(
          "root needs the setpriv command to start services as somebody else"
              + " (Debian: apt-get install util-linux); or start as an ordinary user");
    }
    setpriv.ifPresent(found -> command.addAll(setprivArguments(found, launch, account)));
    command.addAll(launch.command());
    return command;
  }

  private static List<String> setprivArguments(Path setpriv, Launch launch, Account account) {
    List<String> arguments = new ArrayList<>(List.of(setpriv.toString()));
    if (account.root()) {
      String id = Integer.toString(account.serviceUid());
      arguments.addAll(List.of("--reuid=" + id, "--regid=" + id, "--clear-groups"));
    }
    arguments.addAll(List.of("--pdeathsig", launch.parentDeathSignal(), "--"));
    return arguments;
  }

  /** What is in our environment may be secret, or change how the service behaves. */
  private static void clean(Map<String, String> environment) {
    String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
    environment.clear();
    environment.put("PATH", path);
    environment.put("LC_ALL", "C");
  }

  static Path logIn(Path folder) {
    Path log = folder.resolve("server.log");
    try {
      if (!Files.exists(log)) {
        Files.createFile(log);
      }
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
