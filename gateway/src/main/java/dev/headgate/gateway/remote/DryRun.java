package dev.headgate.gateway.remote;

/** What would be saved. */
final class DryRun {
  private DryRun() {}

  static Call of(Call put) {
    return put.with("dryRun", "true");
  }

  /**
   * Fails where the gateway knows no dry run.
   *
   * @throws FailedException since an older one would take the parameter for nothing, and save
   */
  static void need(Api api) throws FailedException {
    if (!isKnown(api)) {
      throw new FailedException(
          FailedException.FAILED, "this gateway knows no dry run; nothing was changed");
    }
  }

  static boolean isKnown(Api api) throws FailedException {
    Node put = api.ask(Call.get("openapi.json")).json().at("paths", "/api/events/{event}", "put");
    return put.at("parameters").list().stream()
        .anyMatch(
            each ->
                each.at("name").text().equals("dryRun")
                    || each.at("$ref").text().endsWith("/dryRun"));
  }
}
