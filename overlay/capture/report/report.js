"use strict";
{
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = document.getElementById("text");
  const recording = document.getElementById("recording");
  const passing = document.getElementById("passing");

  const filter = () => {
    const wanted = text.value.trim().toLowerCase();
    const kinds = new Set(all("input[name=kind]:checked").map((box) => box.value));
    let shown = 0;
    let verdicts = 0;
    for (const verdict of all(".verdict")) {
      const own = verdict.querySelector("summary").textContent.toLowerCase().includes(wanted);
      let some = 0;
      for (const difference of all(".difference", verdict)) {
        const fits =
          kinds.has(difference.dataset.kind) && (own || difference.textContent.toLowerCase().includes(wanted));
        difference.hidden = !fits;
        some += fits ? 1 : 0;
      }
      const chosen = !recording.value || recording.value === verdict.dataset.recording;
      const passes = verdict.classList.contains("same") || verdict.classList.contains("updated");
      const broken = verdict.classList.contains("error") && (own || verdict.textContent.toLowerCase().includes(wanted));
      const seen = chosen && (passes ? passing.checked && own : some > 0 || broken);
      verdict.hidden = !seen;
      verdicts += seen ? 1 : 0;
      shown += seen ? some : 0;
    }
    const output = document.getElementById("shown");
    output.textContent = output.dataset.words.replace("{shown}", shown).replace("{verdicts}", verdicts);
    document.getElementById("nothing").hidden = verdicts > 0;
  };
  if (text) {
    document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("filter").addEventListener("input", filter);
    filter();
  }

  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  for (const pictures of all(".pictures")) {
    const range = pictures.querySelector("input[type=range]");
    const upper = pictures.querySelector(".upper");
    const swipe = () => {
      upper.style.clipPath = `inset(0 0 0 ${range.value}%)`;
    };
    if (range) {
      range.addEventListener("input", swipe);
      swipe();
    }
    for (const button of all("[data-mode]", pictures)) {
      button.addEventListener("click", () => {
        for (const one of all("[data-mode]", pictures)) {
          one.setAttribute("aria-pressed", String(one === button));
          pictures.querySelector(`.${one.dataset.mode}`).hidden = one !== button;
        }
      });
    }
  }
}
