package dev.headgate.gateway.remote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "pause",
    description = {
      "Lets nobody in until resumed. Fans read the reason; with --lang behind each, several.",
      "It asks nothing: this is the emergency stop."
    })
final class PauseTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @ArgGroup(exclusive = false, multiplicity = "0..*")
  private List<Reason> reasons = new ArrayList<>();

  /** What fans read, in one language. */
  static final class Reason {
    @Option(
        names = "--reason",
        required = true,
        paramLabel = "TEXT",
        description = "What fans read.")
    private String text = "";

    @Option(names = "--lang", paramLabel = "TAG", description = "Its language, such as de.")
    private @Nullable String lang;

    private Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("text", text);
      json.put("lang", lang == null ? "en" : lang);
      return json;
    }
  }

  @Override
  void run(Desk desk) throws FailedException {
    Call pause = Desk.call("POST", event.name(), "pause").body(body());
    changed(desk, desk.api().ask(why.of(pause)));
  }

  private Map<String, Object> body() {
    if (reasons.isEmpty()) {
      return Map.of();
    }
    Reason first = reasons.get(0);
    return reasons.size() == 1 && first.lang == null
        ? Map.of("reason", first.text)
        : Map.of("reasons", reasons.stream().map(Reason::json).toList());
  }
}
