/** Runs before React: holds back a form that is submitted too early, and records it for `useEarlySubmit`. */
export const CATCH_EARLY_SUBMIT = `{
  const early = (window.earlyForms = new Set());
  addEventListener("submit", (event) => {
    if (window.earlyForms !== early) return;
    event.preventDefault();
    early.add(event.target);
    event.target.ariaBusy = "true";
  }, true);
}`;
