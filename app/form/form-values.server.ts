/** Values of a form's fields: the texts that people type, read as what a payload wants. */
import { z } from "zod";
import { m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import { wholeNumber } from "~/contract/validators";

const textNamed = (missing: () => string) =>
  z
    .string({ error: () => missing() })
    .max(200, { error: () => m.v_too_long({ n: 200 }) })
    .transform((text) => text.normalize("NFKC").trim());
const typedText = textNamed(() => m.v_required());

/** What is said of a field that is empty: by its label where there is one. */
const missingOf = (label?: () => string) => (label ? () => m.v_enter({ label: label() }) : () => m.v_required());

/** Yuan as typed → fen. */
export function yuanOf(label?: () => string) {
  const missing = missingOf(label);
  return textNamed(missing).transform((text, context) => {
    const fen = parseYuan(text);
    if (fen !== null) return fen;
    context.addIssue({ code: "custom", message: text === "" ? missing() : m.v_money() });
    return z.NEVER;
  });
}
export const yuan = yuanOf();

/** A whole number as typed. */
export function typedNumber(min: number, max: number, label?: () => string) {
  const missing = missingOf(label);
  return textNamed(missing)
    .transform((text, context) => {
      if (/^-?\d{1,15}$/.test(text)) return Number(text);
      context.addIssue({ code: "custom", message: text === "" ? missing() : m.v_integer() });
      return z.NEVER;
    })
    .pipe(wholeNumber(min, max));
}

/** The id of a row chosen from a list. */
export const chosenId = typedText.transform((text, context) => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  context.addIssue({ code: "custom", message: text === "" ? m.v_required() : m.v_option() });
  return z.NEVER;
});

/** The version of the row that the form was filled from; anything else counts as none. */
export const rowVersion = z
  .string()
  .optional()
  .transform((text) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined));
