/** A ticket under a concession stays with somebody who qualifies: by their number, on the day that it is changed to. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { NewLine, Wish } from "./change-lines";
import { entitled } from "./rules/concession";
import type { SaleContext } from "./sale-context";

/** Nobody looks at a proof here, so a new holder whose number says nothing buys anew at the counter. */
export function concessionWrong(
  { types, visitDay }: SaleContext,
  lines: readonly NewLine[],
  { holders }: Wish,
): { wrong: FieldErrors; whyNot: string } {
  const wrong: FieldErrors = {};
  for (const { typeId, swaps } of lines) {
    const type = types.find(({ id }) => id === typeId);
    if (!type?.concession || type.realName !== "perTicket") continue;
    for (const { old, holder } of swaps) {
      const says = entitled(type.concession, type.name, holder, visitDay);
      const place = holders.findIndex(({ ticketId }) => ticketId === old.id);
      if (says.by === "no") wrong[place < 0 ? "toDay" : `holders.${place}.identity`] = [says.message];
      else if (says.by === "untold" && place >= 0) {
        const { shows } = type.concession;
        wrong[`holders.${place}.identity`] = [m.concession_change_untold({ name: type.name, shows })];
      }
    }
  }
  return { wrong, whyNot: Object.values(wrong).flat()[0] ?? "" };
}
