/** Where the keys of the counter lead, without asking the server: the form's own state is enough. In the browser. */
import { type PastedVisitor, visitorFields } from "./visitor-paste";

const quantities = "input:is([name^='quantity.'], [name^='also.']):not(:disabled)";

/** F1 to F5 by the place of a payment type in the dictionary, so that a key means the same every day. */
export const paymentKeys = ["F1", "F2", "F3", "F4", "F5"];

export const holdKey = "F8";
export const anotherKey = "F9";

/** True where the key did something. */
export function pressedKey(event: KeyboardEvent, form: HTMLFormElement, mayReview: () => boolean): boolean {
  const { key } = event;
  if (paymentKeys.includes(key) && !event.altKey && !event.ctrlKey) return choosePayment(form, key);
  if (key === holdKey) return press(form, "hold");
  if (key === anotherKey) return press(form, "another");
  const target = event.target;
  if (!(target instanceof HTMLElement) || !form.contains(target)) return false;
  if (key === "Enter") {
    if (event.ctrlKey || event.metaKey) return press(form, "sell") || press(form, "review");
    // A scanner ends the first line of a passport's zone so: the second is still to come.
    if (target instanceof HTMLInputElement && /^P[A-Z<]{43}$/.test(target.value)) return true;
    return target.matches("input, select") && mayReview() && goOn(form);
  }
  return (key === "ArrowDown" || key === "ArrowUp") && target.matches(quantities) && step(form, target, key);
}

function choosePayment(form: HTMLFormElement, key: string): boolean {
  const radio = form.querySelector<HTMLInputElement>(`input[name=paymentType][data-key=${key}]`);
  if (!radio) return false;
  radio.click();
  return true;
}

function press(form: HTMLFormElement, intent: "sell" | "review" | "hold" | "another"): boolean {
  const button = form.querySelector<HTMLButtonElement>(`button[value=${intent}]:enabled`);
  if (!button) return false;
  form.requestSubmit(button);
  return true;
}

/** To the first thing that is missing, a slot or a visitor; where nothing is, to the button that issues. */
function goOn(form: HTMLFormElement): boolean {
  const missing = firstMissing(form);
  if (missing) show(missing);
  else form.querySelector<HTMLElement>(".counter-buttons .button-primary")?.focus();
  return true;
}

function firstMissing(form: HTMLFormElement): HTMLElement | null {
  for (const input of form.querySelectorAll<HTMLInputElement>(quantities)) {
    if (!/[1-9]/.test(input.value)) continue;
    const slot = form.querySelector<HTMLSelectElement>(`select[name="${input.name.replace("quantity", "slot")}"]`);
    if (slot?.value === "") return slot;
  }
  return emptyVisitor(form) ?? null;
}

/** The first name or number that is missing; a country is one of passports alone. */
export function emptyVisitor(form: HTMLFormElement): HTMLInputElement | undefined {
  const inputs = form.querySelectorAll<HTMLInputElement>("input:is([name^=visitorName], [name^=visitorIdentity])");
  return [...inputs].find(({ value }) => value === "");
}

/** Visitors stand in folded pages. */
export function show(field: HTMLElement): void {
  field.closest("details")?.setAttribute("open", "");
  field.focus();
}

/** From the first up is the last: what stands far down is near. */
function step(form: HTMLFormElement, target: HTMLElement, key: string): boolean {
  const inputs = [...form.querySelectorAll<HTMLInputElement>(quantities)].filter((input) => input.checkVisibility());
  const next = inputs.at((inputs.indexOf(target as HTMLInputElement) + (key === "ArrowDown" ? 1 : -1)) % inputs.length);
  next?.focus();
  return next !== undefined;
}

/** Puts what was pasted into the visitors from one on; true where it was a list and no single word. */
export function fillVisitors(
  form: HTMLFormElement,
  from: HTMLInputElement,
  visitors: readonly PastedVisitor[],
): boolean {
  const first = Number(/^visitor\w+\.(\d+)$/.exec(from.name)?.[1] ?? -1);
  if (first < 0) return false;
  const put = (name: string, value: string) => {
    const input = form.elements.namedItem(name);
    const takes = input instanceof HTMLInputElement || input instanceof HTMLSelectElement;
    if (takes && value !== "") input.value = value;
  };
  for (const [place, visitor] of visitors.entries()) {
    for (const [name, value] of visitorFields(first + place, visitor)) put(name, value);
  }
  const last = form.elements.namedItem(`visitorIdentity.${first + visitors.length - 1}`);
  if (last instanceof HTMLInputElement) show(last);
  return true;
}
