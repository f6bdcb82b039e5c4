/** What a printed card says, by the fields that a template may name. */
import type { cardSheet } from "~/contract/card/template";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import type { PrintValues } from "~/screens/print-template/template-sheet";
import { code128 } from "~/widgets/print/bar-code.server";
import { qrPath } from "~/widgets/qr.server";

export function cardValues(card: Omit<AnswerOf<typeof cardSheet>, "layout">): PrintValues {
  const { number, typeName, holder, identity, validFrom, validTo, parks, corpName, photo } = card;
  const term = { from: validFrom, to: validTo };
  return {
    fields: {
      ...{ number, holder, typeName, identity, corpName },
      valid: validTo === "" ? "" : m.sale_valid_range(term),
      parks: parks.join(m.words_comma()),
    },
    // Gates read a card by its number.
    qr: qrPath(number),
    bars: /^[\x20-\x7e]{1,48}$/.test(number) ? { number: code128(number) } : {},
    photo,
    again: "",
  };
}
