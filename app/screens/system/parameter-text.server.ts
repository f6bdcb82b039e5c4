/** Values of system parameters as people read and type them. */
import { m } from "~/contract/messages";
import { formatYuan, parseYuan, plainYuan } from "~/contract/money";
import type { ParameterInput } from "~/contract/platform/parameter-definitions";

export function shownValue(input: ParameterInput, value: string): string {
  if (value === "") return m.system_not_set();
  if (input.kind === "flag") return value === "T" ? m.engine_yes() : m.engine_no();
  if (input.kind === "choice") return input.options.find(([option]) => option === value)?.[1]() ?? value;
  return input.kind === "money" && /^\d+$/.test(value) ? `¥${formatYuan(Number(value))}` : value;
}

/** As it stands in its input. */
export function typedValue(input: ParameterInput, value: string): string {
  return input.kind === "money" && /^\d+$/.test(value) ? plainYuan(Number(value)) : value;
}

/** As it is kept, from what was typed; an amount that is none stays as it is, to be refused. */
export function keptValue(input: ParameterInput, typed: string): string {
  const text = typed.trim();
  if (input.kind !== "money") return text;
  const fen = parseYuan(text);
  return fen === null ? text || "?" : String(fen);
}
