/**
 * Runs before React: keeps a file that is dropped on the page, or what is pasted, before the page receives files.
 * Without it the browser would leave the page for the file.
 */
export const CATCH_EARLY_FILE = `{
  const early = (window.earlyFile = {});
  const isEarly = (event) => window.earlyFile === early && !event.defaultPrevented;
  addEventListener("dragover", (event) => {
    if (isEarly(event) && event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const file = isEarly(event) && event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    early.dropped = file;
  });
  addEventListener("paste", (event) => {
    const data = isEarly(event) && event.clipboardData;
    if (!data) return;
    const [file, text] = [data.files[0], data.getData("text/plain")];
    // A word that is pasted later is meant for a field, and does not displace rows.
    if (file || !early.pasted || /\\n/.test(text)) early.pasted = { target: event.target, file, text };
  });
}`;
