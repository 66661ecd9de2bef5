package dev.headgate.gateway.preview;

import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.page.QueuePage;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Puts a state's answers into its document, where a script of ours gives them to the page. */
final class Frames implements FramedPages {
  /** Of no origin, whoever shows it and wherever: an address that is opened by itself as well. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "worker-src blob:; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'self'; sandbox";

  private static final Set<String> SCRIPTS = Set.of("frame.js", "stage.js");
  private static final String STAGE =
      """
      <script src="/queue/-/frame.js" data-answers="%s"></script>
      <script src="/queue/-/stage.js" data-event="%s" data-setting="%s"></script>
      """;

  private final QueuePage page;
  private final InstantSource clock;
  private final States states = new States();
  private final List<String> languages;

  Frames(QueuePage page, InstantSource clock) {
    this.page = page;
    this.clock = clock;
    languages = Look.languages(page);
  }

  @Override
  public List<Group> groups() {
    return states.groups().entrySet().stream()
        .map(group -> new Group(group.getKey(), shown(group.getValue())))
        .toList();
  }

  private static List<Shown> shown(List<State> states) {
    return states.stream().map(state -> new Shown(state.name(), state.shows())).toList();
  }

  @Override
  public List<String> languages() {
    return languages;
  }

  @Override
  public Optional<Document> document(String state, Draft draft) {
    return Optional.ofNullable(states.named().get(state))
        .map(
            one ->
                new Document(
                    staged(page.document(shown(one, draft), language(draft)).toString(), one),
                    one.scripted() ? POLICY + " allow-scripts" : POLICY));
  }

  private String language(Draft draft) {
    return page.language(AcceptLanguage.of(List.of()), draft.language());
  }

  private static QueuePage.Shown shown(State state, Draft draft) {
    String title = Objects.requireNonNullElse(draft.title(), Looks.EXAMPLE);
    return new QueuePage.Shown(state.name(), title, state.keyed(), draft.theme());
  }

  private String staged(String document, State state) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    String ours =
        STAGE.formatted(
            OwnFiles.escaped(answers(state, now).encode()),
            state.name(),
            OwnFiles.escaped(state.stage().setting().encode()));
    int first = document.indexOf("<script");
    return document.substring(0, first) + ours + document.substring(first);
  }

  /** By what is asked for; a look differs by whether it names its ticket. */
  private static JsonObject answers(State state, Instant now) {
    Answers answers = state.answers();
    JsonObject all = new JsonObject();
    Map.of(
            "status", answers.status(),
            "draw", answers.draw(),
            "challenge", answers.challenge(),
            "places", answers.joined(),
            "places/me", answers.unnamed(),
            "places/me named", answers.looked(),
            "places/me/link", answers.link(),
            "admissions", answers.claimed())
        .forEach((path, answer) -> all.put(path, json(answer, state, now)));
    return all;
  }

  private static JsonObject json(Answer answer, State state, Instant now) {
    JsonObject body = answer.told().at(now);
    if (body.containsKey("event")) {
      body.put("event", state.name());
    }
    return new JsonObject()
        .put("status", answer.status())
        .put("retry", answer.retrySeconds())
        .put("body", body);
  }

  @Override
  public Optional<Asset> asset(String name) {
    return SCRIPTS.contains(name)
        ? Optional.of(new Asset(script(name), false))
        : page.asset(name).map(content -> new Asset(content, true));
  }

  private static QueuePage.Asset script(String name) {
    return new QueuePage.Asset(
        "text/javascript; charset=utf-8", Buffer.buffer(OwnFiles.text(name)));
  }
}
