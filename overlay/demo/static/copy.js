/** The Copy button of a code card. @param {Event} event a click anywhere in the thread */
export async function copyCode(event) {
  const button = event.target instanceof Element ? event.target.closest("button.copy") : null;
  const code = button?.closest(".code-card")?.querySelector("code");
  if (!button || !code) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    button.textContent = "Press Ctrl+C";
    getSelection()?.selectAllChildren(code);
  }
  setTimeout(() => (button.textContent = "Copy"), 1500);
}
