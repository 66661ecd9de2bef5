// Comes again when the configuration, or a file of the theme, has changed since this page was made.
{
  const made = document.currentScript.dataset.version;
  setInterval(async () => {
    try {
      const version = await (await fetch("/preview/version", { cache: "no-store" })).text();
      if (version !== made) location.reload();
    } catch {
      // The preview has ended, or begins again.
    }
  }, 1_000);
}
