/** The phone gate's screen: pairing, the field for codes, and a verdict that is readable in rain. */
import { type Locale, m } from "~/contract/messages";
import { overwriteGetLocale } from "~/i18n/generated/runtime.js";
import { cameraParts, closeCamera } from "./camera-button";
import { DeviceStore } from "./device-store";
import { GateHere } from "./gate-here";
import type { ShownVerdict } from "./gate-state";
import { element, type Part } from "./parts";
import { clock } from "./rules";

const root = document.querySelector("main") as HTMLElement;
const everySeconds = 15;
/** Milliseconds for which a verdict stays, unless the next scan comes first. */
const verdictStays = 12_000;

let gate: GateHere;
let verdict: ShownVerdict | null = null;
let note = "";
let leaving: ReturnType<typeof setTimeout> | undefined;
/** The field stays while everything around it changes: a hand scanner types into it. */
let screen: { step: string; locale: string } | null = null;

async function start(): Promise<void> {
  overwriteGetLocale(() => (gate ? gate.state.locale : languageOfBrowser()));
  const isAlone = await alone();
  if (!isAlone) return root.replaceChildren(element("p", { class: "message" }, m.phone_other_tab()));
  const asked = { corpCode: new URLSearchParams(location.search).get("corp") ?? "0001", locale: languageOfBrowser() };
  void navigator.storage?.persist?.();
  gate = await GateHere.open(await DeviceStore.open(), asked, draw);
  draw();
  if (gate.state.step === "new") await gate.begin(gate.state.corpCode);
  const sync = () => void gate.sync();
  sync();
  setInterval(sync, everySeconds * 1000);
  addEventListener("online", sync);
  // What may be taken back ends by itself.
  setInterval(draw, 1_000);
  if ("serviceWorker" in navigator) await navigator.serviceWorker.register("/gate-device/worker.js");
}

const languageOfBrowser = (): Locale => (/^zh/i.test(navigator.language) ? "zh-CN" : "en");

/** Two windows of one phone would not know of each other's passages. */
function alone(): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    void navigator.locks.request("gate-device", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });
}

function draw(): void {
  if (!gate) return;
  const { step, locale } = gate.state;
  if (screen?.step !== step || screen.locale !== locale) {
    screen = { step, locale };
    document.documentElement.lang = locale;
    document.title = m.phone_title();
    closeCamera();
    if (step === "paired") root.replaceChildren(...scanning());
    else root.replaceChildren(...pairing());
  }
  fill("status", statusLine());
  fill("verdict", verdictParts());
  fill("foot", footParts());
}

function fill(id: string, parts: Part[]): void {
  const place = document.getElementById(id);
  const next = element("div", {}, ...parts);
  // Screen readers say what changed, and nothing changes for nothing.
  if (place && place.innerHTML !== next.innerHTML) place.replaceChildren(...next.childNodes);
}

// Pairing ----------------------------------------------------------------------------------------------------------------
function pairing(): Part[] {
  const corp = element("input", { id: "corp", value: gate.state.corpCode, autocomplete: "off", maxlength: "20" });
  const form = element(
    "form",
    { class: "pairing" },
    element("label", { for: "corp" }, m.login_corp()),
    corp,
    element("button", {}, m.phone_new_code()),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    screen = null;
    void gate.begin(corp.value.trim()).then(draw);
  });
  const { step, code } = gate.state;
  const shown =
    step === "waiting" ? [element("p", { class: "code" }, code), element("p", {}, m.phone_pair_help())] : [];
  return [
    element("header", {}, element("h1", {}, m.phone_title()), languageButton()),
    element("div", { id: "status", role: "status" }),
    ...shown,
    form,
    element("p", { class: "dim" }, m.phone_install()),
    element("div", { id: "foot" }),
  ];
}

function languageButton(): HTMLElement {
  const other = gate.state.locale === "en" ? "zh-CN" : "en";
  const button = element(
    "button",
    { type: "button", class: "plain", lang: other },
    other === "en" ? "English" : "中文",
  );
  button.addEventListener("click", () => void gate.settings({ locale: other }));
  return button;
}

// Scanning ---------------------------------------------------------------------------------------------------------------
function scanning(): Part[] {
  const code = element("input", {
    ...{ id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "200" },
    ...{ enterkeyhint: "go", placeholder: m.phone_scan_here() },
  });
  const people = element("input", {
    id: "people",
    inputmode: "numeric",
    maxlength: "4",
    placeholder: m.phone_people(),
  });
  const form = element(
    "form",
    { class: "scan" },
    element("label", { for: "code", class: "unseen" }, m.phone_scan_here()),
    code,
    element("label", { for: "people", class: "unseen" }, m.phone_people()),
    people,
    element("button", {}, m.phone_check()),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const many = people.value.trim();
    if (many !== "" && !/^[1-9]\d{0,2}$/.test(many)) return people.focus();
    void scan(code.value, many === "" ? undefined : Number(many));
    code.value = "";
    people.value = "";
    code.focus();
  });
  queueMicrotask(() => code.focus());
  return [
    element("header", {}, element("h1", {}, gate.state.gate?.name ?? ""), ...laneChoice(), languageButton()),
    element("div", { id: "status", role: "status" }),
    element("div", { id: "verdict", role: "alert", "aria-live": "assertive" }),
    ...camera(),
    form,
    element("div", { id: "foot" }),
  ];
}

function laneChoice(): Part[] {
  if (gate.state.gate?.direction !== "both") return [];
  const words = { "": m.phone_lane_both(), in: m.phone_lane_in(), out: m.phone_lane_out() };
  const options = Object.entries(words).map(([value, text]) => element("option", { value }, text));
  const select = element("select", { "aria-label": m.gate_direction() }, ...options);
  select.value = gate.state.lane;
  select.addEventListener("change", () => void gate.settings({ lane: select.value as "" | "in" | "out" }));
  return [select];
}

let isBusy = false;

async function scan(text: string, people?: number): Promise<void> {
  if (text.trim() === "") return;
  isBusy = true;
  note = "";
  try {
    verdict = await gate.scan(text, people);
    navigator.vibrate?.(verdict.admitted ? 80 : [200, 80, 200]);
  } finally {
    isBusy = false;
  }
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    verdict = null;
    draw();
  }, verdictStays);
  draw();
}

function verdictParts(): Part[] {
  if (!verdict) return [element("p", { class: "ready" }, note === "" ? m.check_ready() : note)];
  const { admitted, direction, message, people, ticketType, hints, shown, here } = verdict;
  const word = admitted ? (direction === "out" ? m.phone_go_out() : m.phone_go_in()) : m.phone_stop();
  return [
    element(
      "section",
      { class: admitted ? "yes" : "no" },
      element("p", { class: "sign", "aria-hidden": "true" }, admitted ? "✓" : "✕"),
      element("h2", {}, word, ...(people > 1 ? [element("b", {}, ` ${m.phone_n_people({ n: people })}`)] : [])),
      element("p", { class: "why" }, message),
      ...(admitted ? hints.map((hint) => element("p", { class: "hint" }, hint)) : []),
      element("p", { class: "of" }, [ticketType, shown].filter(Boolean).join(" · ")),
      ...(here ? [element("p", { class: "of" }, m.phone_judged_here())] : []),
    ),
  ];
}

const camera = (): Part[] =>
  cameraParts({
    seen(text) {
      if (isBusy) return false;
      void scan(text);
      return true;
    },
    none() {
      note = m.check_camera_none();
      draw();
    },
  });

// Around it --------------------------------------------------------------------------------------------------------------
function statusLine(): Part[] {
  const { step, online, queue, elsewhere, tickets, cards, day, packageAt, ahead, refused } = gate.state;
  const line = online ? ["online", m.phone_online()] : ["offline", m.phone_offline()];
  const parts = [element("span", { class: `line ${line[0]}` }, line[1] ?? "")];
  if (step === "paired") {
    parts.push(element("span", {}, m.phone_queue({ n: queue })));
    const of = { n: tickets, day, at: packageAt === "" ? "" : clock(new Date(packageAt)) };
    parts.push(element("span", {}, packageAt === "" ? m.phone_no_package() : m.phone_package(of)));
    if (cards > 0) parts.push(element("span", {}, m.phone_cards({ n: cards })));
  }
  if (Math.abs(ahead) >= 60) parts.push(element("span", { class: "warn" }, m.phone_clock_off({ n: Math.abs(ahead) })));
  if (elsewhere > 0) parts.push(element("span", { class: "warn" }, m.phone_elsewhere({ n: elsewhere })));
  if (refused !== "") parts.push(element("span", { class: "warn" }, refused));
  return parts;
}

function footParts(): Part[] {
  const { conflicts, last } = gate.state;
  const list = conflicts.map(({ shown, message, at }) =>
    element("li", {}, `${at === "" ? "" : clock(new Date(at))} ${shown} · ${message}`),
  );
  const open = document.querySelector("#foot details[open]") ? { open: "" } : {};
  return [
    ...(last ? [element("button", { type: "button", id: "back" }, m.phone_take_back({ code: last.shown }))] : []),
    ...(list.length > 0
      ? [
          element(
            "details",
            open,
            element("summary", {}, m.phone_conflicts({ n: list.length })),
            element("ol", {}, ...list),
          ),
        ]
      : []),
  ];
}

root.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || target.id !== "back") return;
  void gate.takeBack().then((isBack) => {
    verdict = null;
    note = isBack ? m.phone_taken_back() : m.phone_not_taken_back();
    draw();
    document.getElementById("code")?.focus();
  });
});

void start();
