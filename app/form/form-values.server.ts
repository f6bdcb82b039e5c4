/** Values of a form's fields: the texts that people type, read as what a payload wants. */
import { z } from "zod";
import { m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import { wholeNumber } from "~/contract/validators";

const typedText = z
  .string({ error: () => m.v_required() })
  .max(200, { error: () => m.v_too_long({ n: 200 }) })
  .transform((text) => text.normalize("NFKC").trim());

/** Yuan as typed → fen. */
export const yuan = typedText.transform((text, context) => {
  const fen = parseYuan(text);
  if (fen !== null) return fen;
  context.addIssue({ code: "custom", message: text === "" ? m.v_required() : m.v_money() });
  return z.NEVER;
});

/** A whole number as typed. */
export function typedNumber(min: number, max: number) {
  return typedText
    .transform((text, context) => {
      if (/^-?\d{1,15}$/.test(text)) return Number(text);
      context.addIssue({ code: "custom", message: text === "" ? m.v_required() : m.v_integer() });
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
