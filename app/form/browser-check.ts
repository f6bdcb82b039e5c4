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
    const message = validity.valueMissing ? m.v_required() : title || validationMessage;
    // The two ends of a range are one field.
    errors[element.name.replace(/\.(from|to)$/, "")] = [message];
  }
  return errors;
}
