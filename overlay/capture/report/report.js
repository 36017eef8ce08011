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
      for (const following of all(".following", verdict)) {
        following.hidden = all(".difference", following).every((difference) => difference.hidden);
        if (wanted && !own && !following.hidden) following.open = true;
      }
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

  // One moment of a recording at a time, in one of the ways to look at its pictures.
  for (const viewer of all(".viewer")) {
    const which = viewer.querySelector(".which");
    const only = viewer.querySelector(".only");
    const moments = all(".moment", viewer);
    const options = all("option", which);
    const chosen = () => options.filter((option) => !only.checked || "differs" in option.dataset);
    const show = (number) => {
      which.value = String(number);
      moments.forEach((moment, place) => {
        moment.hidden = place !== number;
      });
      const some = chosen();
      const at = some.findIndex((option) => option.value === which.value);
      const output = viewer.querySelector(".at");
      output.textContent = viewer.dataset.words.replace("{number}", at + 1).replace("{count}", some.length);
      // A disabled button would lose the focus.
      viewer.querySelector("[data-go='-1']").ariaDisabled = String(at <= 0);
      viewer.querySelector("[data-go='1']").ariaDisabled = String(at < 0 || at === some.length - 1);
    };
    const narrow = () => {
      for (const option of options) option.hidden = !chosen().includes(option);
      const now = Number(which.value);
      const first = chosen().find((option) => Number(option.value) >= now) ?? chosen().at(-1);
      show(first ? Number(first.value) : now);
    };
    which.addEventListener("change", () => show(Number(which.value)));
    only.addEventListener("change", narrow);
    only.checked = options.some((option) => "differs" in option.dataset);
    only.disabled = !only.checked;
    for (const button of all("[data-go]", viewer)) {
      button.addEventListener("click", () => {
        const some = chosen();
        const at = some.findIndex((option) => option.value === which.value) + Number(button.dataset.go);
        if (some[at]) show(Number(some[at].value));
      });
    }
    for (const button of all("[data-mode]", viewer)) {
      button.addEventListener("click", () => {
        viewer.dataset.mode = button.dataset.mode;
        for (const one of all("[data-mode]", viewer)) one.setAttribute("aria-pressed", String(one === button));
      });
    }
    for (const slider of all(".slider", viewer)) {
      const slide = () => slider.parentElement.style.setProperty("--at", slider.value);
      slider.addEventListener("input", slide);
      slide();
    }
    for (const button of all("[data-show]", viewer.closest(".verdict"))) {
      button.addEventListener("click", () => {
        only.checked = false;
        narrow();
        show(moments.findIndex((moment) => moment.dataset.place === button.dataset.show));
        viewer.scrollIntoView({ block: "start" });
        which.focus({ preventScroll: true });
      });
    }
    const first = moments.findIndex((moment) => moment.querySelector(".slider"));
    if (first >= 0) which.value = String(first);
    narrow();
  }

  const UPDATE = "overlay check --update ";
  const accept = () => {
    const commands = all("input[name=accept]:checked").map((box) => box.value);
    const updated = commands.filter((one) => one.startsWith(UPDATE)).map((one) => one.slice(UPDATE.length));
    const others = commands.filter((one) => !one.startsWith(UPDATE));
    const lines = updated.length ? [UPDATE + updated.join(" "), ...others] : others;
    document.getElementById("command").textContent = lines.join("\n");
    document.getElementById("accepting").hidden = !lines.length;
  };
  for (const box of all("input[name=accept]")) box.addEventListener("change", accept);
  accept();
  for (const box of all("input.like")) {
    box.addEventListener("change", () => {
      for (const other of all(`[data-like="${box.value}"]`)) other.checked = box.checked;
      accept();
    });
  }

  for (const button of all(".copy")) {
    const word = button.textContent;
    button.addEventListener("click", async () => {
      const code = button.parentElement.querySelector("code");
      getSelection().selectAllChildren(code);
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = button.dataset.done;
        setTimeout(() => {
          button.textContent = word;
        }, 2000);
      } catch {
        // Without the clipboard the text is selected, to be copied with the keyboard.
      }
    });
  }
}
