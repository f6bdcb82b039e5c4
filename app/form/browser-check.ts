/** The constraints of a form's inputs, checked in the browser before it is sent, in the product's own words. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";

/** Messages by name of field; the server checks again, and more. */
export function browserErrors(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const element of form.elements) {
    const isInput =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement;
    if (!isInput || element.validity.valid) continue;
    const { validity, title, validationMessage } = element;
    const message = validity.valueMissing ? missing(element) : title || validationMessage;
    // The two ends of a range are one field.
    errors[element.name.replace(/\.(from|to)$/, "")] = [message];
  }
  return errors;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** By the name that the page gives it. */
function missing(element: Input): string {
  const text = element.labels?.[0]?.textContent ?? element.getAttribute("aria-label") ?? "";
  const label = text.replace(/[\s*]+$/, "");
  if (label === "") return m.v_required();
  const picked =
    element instanceof HTMLSelectElement ||
    element.closest(".day-field") ||
    /^(date|time|datetime-local|radio|checkbox)$/.test(element.type);
  return picked ? m.v_pick({ label }) : m.v_enter({ label });
}
