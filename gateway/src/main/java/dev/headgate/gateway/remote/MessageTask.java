package dev.headgate.gateway.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "message",
    description = {
      "Tells everybody who waits something, in one language at a time.",
      "Without options, shows what they are told."
    })
final class MessageTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @Option(names = "--text", paramLabel = "TEXT", description = "What they read.")
  private @Nullable String text;

  @Option(names = "--clear", description = "Takes it away; with --lang, of that language.")
  private boolean clear;

  @Option(names = "--lang", paramLabel = "TAG", description = "Its language, such as de (en).")
  private @Nullable String lang;

  @Override
  void run(Desk desk) throws FailedException {
    if (clear && text != null) {
      throw FailedException.usage("--clear and --text: only one of them");
    }
    if (clear) {
      Call delete = Desk.call("DELETE", event.name(), "message").with("lang", lang);
      changed(desk, desk.api().ask(why.of(delete)));
    } else if (text == null) {
      Answer one = desk.api().ask(Desk.call("GET", event.name())).eventOrFail();
      desk.show(one, json -> shown(desk, json.at("messages").list()));
    } else {
      Call put = Desk.call("PUT", event.name(), "message").body(body(text));
      changed(desk, desk.api().ask(why.of(put)));
    }
  }

  private Map<String, Object> body(String words) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("text", words);
    if (lang != null) {
      body.put("lang", lang);
    }
    return body;
  }

  private static void shown(Desk desk, List<Node> messages) {
    if (messages.isEmpty()) {
      desk.out().println("they are told nothing");
    }
    messages.forEach(each -> EventText.said(desk.out(), "message", each));
  }
}
