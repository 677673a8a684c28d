/** Stands in the page before React does: keeps a form that is sent too early where it is, with what was typed. */
export const CATCH_EARLY_SUBMIT = `{
  const early = (window.earlyForms = new Set());
  addEventListener("submit", (event) => {
    if (window.earlyForms !== early) return;
    event.preventDefault();
    early.add(event.target);
  }, true);
}`;
