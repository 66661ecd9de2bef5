/* Files that are made here, and texts that are copied. */

/** Has the browser save a text as a file. */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], {type}));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

/** Copies a text; false where the browser does not let it, and somebody has to by hand. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (refused) {
    return false;
  }
}
