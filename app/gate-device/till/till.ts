/** The till's screen: one purchase after another, what waits, and what could not be charged. */
import { type Locale, m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { overwriteGetLocale } from "~/i18n/generated/runtime.js";
import { cameraParts, closeCamera } from "../camera-button";
import { element, type Part } from "../parts";
import { tillCalls } from "./till-calls";
import { TillHere } from "./till-here";
import type { Purchase } from "./till-state";
import { openTillStore } from "./till-store";

const root = document.querySelector("main") as HTMLElement;
/** While something waits; what waits for nothing asks for nothing. */
const everySeconds = 30;

let till: TillHere;
let said: { text: string; good: boolean } | null = null;
/** The form stays while everything around it changes. */
let shown = "";
let taking = false;

const languageOfBrowser = (): Locale => (/^zh/i.test(navigator.language) ? "zh-CN" : "en");

async function start(): Promise<void> {
  overwriteGetLocale(() => (till ? till.own.locale : languageOfBrowser()));
  if (!(await alone())) return root.replaceChildren(element("p", { class: "message" }, m.phone_other_tab()));
  void navigator.storage?.persist?.();
  till = await TillHere.open({ store: await openTillStore(), calls: tillCalls, changed: draw }, languageOfBrowser());
  draw();
  const sync = () => void till.sync();
  sync();
  setInterval(() => {
    if (till.of("waiting").length > 0 && !till.needsSignIn) sync();
  }, everySeconds * 1_000);
  addEventListener("online", sync);
  addEventListener("offline", () => {
    till.online = false;
    draw();
  });
  // Somebody comes back from the page where they signed in.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sync());
  if ("serviceWorker" in navigator)
    await navigator.serviceWorker.register("/gate-device/worker.js", { scope: "/gate-device/" });
}

/** Two windows would not know of each other's purchases. */
function alone(): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    void navigator.locks.request("till-device", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });
}

function draw(): void {
  const { locale, terms } = till.own;
  const screen = `${locale} ${terms?.tills.map(({ value, label }) => `${value} ${label}`).join()}`;
  if (shown !== screen) {
    shown = screen;
    document.documentElement.lang = locale;
    document.title = m.till_title();
    closeCamera();
    root.replaceChildren(
      element("header", {}, element("h1", {}, m.till_title()), languageButton()),
      element("div", { id: "status", role: "status" }),
      ...form(),
      element("div", { id: "said", role: "status" }),
      element("div", { id: "lists" }),
      element("p", { class: "dim" }, m.till_about()),
    );
  }
  fill("status", status());
  fill("said", said ? [element("p", { class: said.good ? "good" : "bad" }, said.text)] : []);
  fill("lists", lists());
}

function fill(id: string, parts: Part[]): void {
  const place = document.getElementById(id);
  const next = element("div", {}, ...parts);
  // Screen readers say what changed, and nothing changes for nothing.
  if (place && place.innerHTML !== next.innerHTML) place.replaceChildren(...next.childNodes);
}

function languageButton(): HTMLElement {
  const other = till.own.locale === "en" ? "zh-CN" : "en";
  const text = other === "en" ? "English" : "中文";
  const button = element("button", { type: "button", class: "plain", lang: other }, text);
  button.addEventListener("click", () => void till.set({ locale: other }));
  return button;
}

function status(): Part[] {
  const { online, needsSignIn, refused, own } = till;
  const waiting = till.of("waiting");
  const line = online ? ["online", m.phone_online()] : ["offline", m.phone_offline()];
  const parts: Part[] = [
    element("span", { class: `line ${line[0]}` }, line[1] ?? ""),
    element("span", {}, m.till_waiting({ n: waiting.length, sum: formatYuan(till.waitingSum()) })),
  ];
  if (own.terms) {
    const { cardMost, batchMost } = own.terms;
    parts.push(element("span", {}, m.till_limits({ card: formatYuan(cardMost), batch: formatYuan(batchMost) })));
  } else parts.push(element("span", { class: "warn" }, m.till_no_terms()));
  if (own.book) {
    const at = clockOf(Date.parse(own.book.at));
    parts.push(element("span", {}, m.till_cards_at({ at })));
  }
  if (Math.abs(own.ahead) >= 60_000)
    parts.push(element("span", { class: "warn" }, m.phone_clock_off({ n: Math.round(Math.abs(own.ahead) / 1_000) })));
  if (refused !== "") parts.push(element("span", { class: "warn" }, refused));
  if (needsSignIn) {
    const to = `/login?redirect=${encodeURIComponent("/smartCard/offlineList/enter")}`;
    parts.push(element("a", { href: to, target: "_blank", class: "warn" }, m.till_sign_in()));
  }
  return parts;
}

function form(): Part[] {
  const { terms, posId } = till.own;
  const options = (terms?.tills ?? []).map(({ value, label }) => element("option", { value }, label));
  const place = element("select", { id: "pos" }, element("option", { value: "" }, "—"), ...options);
  place.value = posId === null ? "" : String(posId);
  place.addEventListener("change", () => void till.set({ posId: Number(place.value) || null }));
  const usual = { autocomplete: "off", spellcheck: "false" };
  const number = element("input", { id: "number", maxlength: "60", enterkeyhint: "next", ...usual });
  const amount = element("input", { id: "amount", maxlength: "12", inputmode: "decimal", ...usual });
  const what = element("input", { id: "what", maxlength: "40", ...usual });
  const made = element(
    "form",
    { class: "pairing" },
    ...field(m.stored_rule_pos(), place),
    ...field(m.card_number(), number),
    ...camera(number),
    ...field(m.stored_spend_amount(), amount),
    ...field(m.stored_spend_what(), what),
    element("div", { id: "quote", role: "status" }),
    element("button", {}, m.till_take()),
  );
  for (const input of [number, amount]) input.addEventListener("input", () => void price(number, amount));
  place.addEventListener("change", () => void price(number, amount));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    void take(number, amount, what);
  });
  queueMicrotask(() => number.focus());
  return [made];
}

const field = (label: string, control: HTMLElement): Part[] => [element("label", { for: control.id }, label), control];

/** What was typed last, before it is pressed: what the rule of the place makes of it. */
async function price(number: HTMLInputElement, amount: HTMLInputElement): Promise<void> {
  const typed = { number: number.value, amount: amount.value, what: "" };
  const isWhole = typed.number.trim() !== "" && typed.amount.trim() !== "";
  const priced = isWhole ? await till.judge(typed) : "";
  if (number.value !== typed.number || amount.value !== typed.amount) return;
  const text = typeof priced === "string" ? priced : chargedText(priced);
  fill("quote", text === "" ? [] : [element("p", { class: typeof priced === "string" ? "bad" : "" }, text)]);
}

type Charged = Pick<Purchase, "amount" | "payable" | "free" | "ruleName">;

/** Nothing is said of a rule that lets nothing off. */
function chargedText({ amount, payable = amount, free = 0, ruleName = "" }: Charged): string {
  const off = amount - free - payable;
  const less = [
    ...(free > 0 ? [m.till_free({ amount: formatYuan(free) })] : []),
    ...(off > 0 ? [m.till_off({ amount: formatYuan(off) })] : []),
  ];
  const charged = m.till_charged({ payable: formatYuan(payable) });
  return less.length === 0 ? charged : [charged, ...less, ruleName].join(" · ");
}

/** What is refused stays as it was typed. */
async function take(number: HTMLInputElement, amount: HTMLInputElement, what: HTMLInputElement): Promise<void> {
  // The second press of one purchase, while the first is written.
  if (taking) return;
  taking = true;
  const typed = { number: number.value, amount: amount.value, what: what.value };
  const whyNot = await till.buy(typed).finally(() => {
    taking = false;
  });
  if (whyNot === "") {
    const taken = m.till_taken({ number: typed.number.trim(), amount: typed.amount.trim() });
    const newest = till.newest();
    said = { text: newest ? `${taken} · ${chargedText(newest)}` : taken, good: true };
    for (const input of [number, amount, what]) input.value = "";
    navigator.vibrate?.(80);
  } else said = { text: whyNot, good: false };
  fill("quote", []);
  draw();
  number.focus();
  if (whyNot === "" && navigator.onLine && !till.needsSignIn) void till.sync();
}

const camera = (number: HTMLInputElement): Part[] =>
  cameraParts({
    seen(text, off) {
      number.value = text;
      off();
      document.getElementById("amount")?.focus();
      return true;
    },
    none() {
      said = { text: m.check_camera_none(), good: false };
      draw();
    },
  });

function lists(): Part[] {
  const [open, waiting, booked] = [till.of("open"), till.of("waiting"), till.of("booked")];
  const decide = element("a", { href: "/smartCard/offlineList?state=open" }, m.till_decide());
  const upload = element("button", { type: "button", id: "upload" }, m.till_upload());
  return [
    ...(open.length === 0
      ? []
      : [
          element(
            "section",
            { class: "open", "aria-labelledby": "open-title" },
            element("h2", { id: "open-title" }, m.till_open({ n: open.length })),
            element("ol", {}, ...open.map(row)),
            decide,
          ),
        ]),
    ...(waiting.length === 0 ? [] : [listed(m.till_waiting_list({ n: waiting.length }), waiting), upload]),
    ...(booked.length === 0 ? [] : [listed(m.till_booked({ n: booked.length }), booked)]),
  ];
}

const listed = (title: string, purchases: readonly Purchase[]) =>
  element("section", {}, element("h2", {}, title), element("ol", {}, ...purchases.map(row)));

const clockOf = (moment: number) =>
  new Date(moment).toLocaleTimeString(till.own.locale, { hour: "2-digit", minute: "2-digit" });

function row({ at, number, amount, payable = amount, what, message }: Purchase): HTMLElement {
  const moment = clockOf(Date.parse(at) + till.own.ahead);
  const charged = payable === amount ? "" : m.till_charged({ payable: formatYuan(payable) });
  const text = [moment, number, `¥${formatYuan(amount)}`, charged, what].filter(Boolean).join(" · ");
  return element("li", {}, text, ...(message === "" ? [] : [element("p", { class: "bad" }, message)]));
}

root.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.id === "upload") void till.sync();
});

void start();
