/** What a system parameter may be set to. */
import { m } from "./messages";
import type { ParameterDefinition } from "./parameter-declaration";

/** Why a parameter cannot have this value; null where it can. Addresses and numbers of telephones may be left out. */
export function parameterProblem({ input }: ParameterDefinition, value: string): string | null {
  switch (input.kind) {
    case "flag":
      return value === "T" || value === "F" ? null : m.v_option();
    case "choice":
      return input.options.some(([option]) => option === value) ? null : m.v_option();
    case "number":
      return boundProblem(value, input.min, input.max);
    case "money":
      return boundProblem(value, 0, input.max);
    case "phone":
      return value === "" || /^[\d+][\d ()-]{2,29}$/.test(value) ? null : m.v_telephone();
    case "url":
      return value === "" || isAddress(value, input) ? null : m.system_address_wrong();
  }
}

function boundProblem(value: string, min: number, max: number): string | null {
  if (!/^(0|[1-9]\d{0,11})$/.test(value)) return m.v_integer();
  if (Number(value) < min) return m.v_at_least({ n: min });
  return Number(value) > max ? m.v_at_most({ n: max }) : null;
}

function isAddress(value: string, { local, origin }: { local?: true; origin?: true }): boolean {
  if (local && /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value)) return true;
  if (!/^https?:\/\/[^\s<>"'\\\p{Cc}]+$/iu.test(value) || !URL.canParse(value)) return false;
  return !origin || new URL(value).origin === value;
}
