/** The change rule of a ticket type as its form has it. */

import { parseYuan } from "~/contract/money";
import { type Changeable, changeable, sayChangeRule } from "~/contract/ticket/change-rule";
import type { FormView } from "~/resource/load-form.server";

/** "" where the form is none: a search in its place, or a row that has gone. */
export function changeSaid({ inputs, search, gone }: FormView): string {
  if (search || gone) return "";
  const value = (name: string) => inputs.find((input) => input.name === name)?.value ?? "";
  const number = (name: string) => (/^-?\d+$/.test(value(name)) ? Number(value(name)) : null);
  const what = value("changes").split(",");
  const feeBy = value("changeFeeBy");
  return sayChangeRule({
    what: changeable.filter((one: Changeable) => what.includes(one)),
    times: number("changeTimes"),
    hours: number("changeHours"),
    feeBy: feeBy === "fixed" || feeBy === "rate" ? feeBy : "none",
    fee: parseYuan(value("changeFee")),
    feeRate: number("changeFeeRate"),
  });
}
