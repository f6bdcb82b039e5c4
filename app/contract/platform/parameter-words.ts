/** Values of system parameters as people read and type them. */
import { m } from "../messages";
import { formatYuan, parseYuan, plainYuan } from "../money";
import { definitionOf, type ParameterInput } from "../parameter-declaration";

/** A value (or the default) in the row of a parameter, in words. */
export function parameterWords(value: unknown, { paramCode }: Readonly<Record<string, unknown>>): string {
  const text = String(value ?? "");
  if (text === "") return m.system_not_set();
  const input = definitionOf(paramCode)?.input;
  if (input?.kind === "flag") return text === "T" ? m.engine_yes() : m.engine_no();
  if (input?.kind === "choice") return input.options.find(([option]) => option === text)?.[1]() ?? text;
  return input?.kind === "money" && /^\d+$/.test(text) ? `¥${formatYuan(Number(text))}` : text;
}

/** As it stands in its input. */
export function typedValue(input: ParameterInput, value: string): string {
  return input.kind === "money" && /^\d+$/.test(value) ? plainYuan(Number(value)) : value;
}

/** As it is kept, from what was typed; an amount that is none stays as it is, to be refused. */
export function keptValue(input: ParameterInput, typed: string): string {
  const text = typed.trim();
  const fen = input.kind === "money" ? parseYuan(text) : null;
  return fen === null ? text : String(fen);
}
