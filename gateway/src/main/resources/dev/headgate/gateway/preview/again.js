// Comes again when the configuration, or a file of the theme, has changed.
{
  let first = null;
  setInterval(async () => {
    try {
      const version = await (await fetch("/preview/version", { cache: "no-store" })).text();
      first ??= version;
      if (version !== first) location.reload();
    } catch {
      // The preview has ended, or begins again.
    }
  }, 1_000);
}
