/** The forms of this page: what is typed into them is kept, and put back when somebody asks for it (unsent.ts). */
import { dropAllUnsent, dropUnsent, dropUnsentOf, keepUnsent, mayBeKept, readUnsent, type Unsent } from "./unsent";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Milliseconds of rest before what is typed is kept. */
const rest = 400;
const channel = "signed-out";
let touched = new Map<string, string[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

const address = () => location.pathname + location.search;
/** What a reader scans is no work to be restored: the next one is scanned anew. */
const forms = () => [...document.querySelectorAll<HTMLFormElement>("#main form[method=post]:not([data-scan])")];

/** `account` tells whose page it is; null: nobody's, and nothing is kept. */
export function watchForms(account: () => string | null): void {
  const typed = new Set<string>();
  const keep = () => {
    clearTimeout(timer);
    const whose = account();
    if (touched.size === 0 || whose === null) return;
    keepUnsent(sessionStorage, address(), { account: whose, at: Date.now(), fields: Object.fromEntries(touched) });
    touched = new Map();
  };
  const note = ({ target, isTrusted }: Event) => {
    const control = target as Control;
    if (!("form" in control) || !control.form) return;
    const place = forms().indexOf(control.form);
    if (place === -1 || !mayBeKept(control)) return;
    const field = `${place} ${control.name}`;
    // What a script makes of what somebody typed (a day written out) takes its place; what nobody typed is not kept.
    if (isTrusted) typed.add(address() + field);
    else if (!typed.has(address() + field)) return;
    touched.set(field, valuesOf(control));
    clearTimeout(timer);
    timer = setTimeout(keep, rest);
  };
  addEventListener("input", note);
  addEventListener("change", note);
  addEventListener("pagehide", keep);
  // Of every tab: it is one session.
  const others = new BroadcastChannel(channel);
  others.onmessage = forgetForms;
  addEventListener("submit", ({ target }) => {
    // Not `target.action`: a field of that name stands in its place.
    if (!(target instanceof HTMLFormElement)) return;
    if (new URL(target.getAttribute("action") ?? "", location.href).pathname !== "/logout") return;
    forgetForms();
    others.postMessage("");
  });
}

/** What was posted from this page has arrived. */
export function formsSent(): void {
  clearTimeout(timer);
  touched = new Map();
  dropUnsentOf(sessionStorage, location.pathname);
}

function forgetForms(): void {
  clearTimeout(timer);
  touched = new Map();
  dropAllUnsent(sessionStorage);
}

/** What is kept for the page that is shown, where it is not in its forms already. */
export function unsentHere(account: string): Unsent | null {
  const kept = readUnsent(sessionStorage, address(), account);
  const differs = kept && controlsOf(kept).some(([control, values]) => !isFilled(control, values));
  return differs ? kept : null;
}

/** Fills it in as if it were typed anew. */
export function restoreForms(unsent: Unsent): void {
  for (const [control, values] of controlsOf(unsent)) {
    if (isFilled(control, values)) continue;
    fill(control, values);
    // What was typed into a part that folds is seen again.
    for (let at = control.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

export function dropForms(): void {
  dropUnsent(sessionStorage, address());
}

function controlsOf({ fields }: Unsent): [Control, string[]][] {
  const all = forms();
  return Object.entries(fields).flatMap(([key, values]) => {
    const [place = "", name = ""] = key.split(/ (.*)/s);
    const controls = [...(all[Number(place)]?.elements ?? [])] as Control[];
    return controls
      .filter((control) => control.name === name && mayBeKept(control) && !control.disabled)
      .map((control): [Control, string[]] => [control, values]);
  });
}

const ticked = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

/** Of several ticks under one name all that are set. */
function valuesOf(control: Control): string[] {
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map(({ value }) => value);
  if (!ticked(control)) return [control.value];
  const all = [...(control.form?.elements ?? [])] as Control[];
  return all.filter((one) => one.name === control.name && ticked(one) && one.checked).map(({ value }) => value);
}

function isFilled(control: Control, values: string[]): boolean {
  if (control instanceof HTMLSelectElement) return String(valuesOf(control)) === String(values);
  return ticked(control) ? control.checked === values.includes(control.value) : control.value === (values[0] ?? "");
}

/** Past React, which otherwise takes its own value for the newer one. */
function fill(control: Control, values: string[]): void {
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.selected = values.includes(option.value);
  } else if (ticked(control)) control.click();
  else {
    const kind = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(control, values[0] ?? "");
  }
}
