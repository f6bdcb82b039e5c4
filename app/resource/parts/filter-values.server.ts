/** What the address says of each filter: its value as the list method takes it, or what is wrong with it. */
import { m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import { typedDay } from "~/contract/typed-day";
import { isDay, today } from "~/contract/validators";

export interface FilterSpec {
  name: string;
  label: string;
  /** `number` is one whole number, `choice` one of the options, `choices` any of them; `numbers`, `amounts` and `days` are ranges. */
  kind: "text" | "number" | "choice" | "choices" | "flag" | "numbers" | "amounts" | "days";
  /** Days on which something ends: asked ahead. */
  ahead?: boolean;
  /** The address may say it, and the page has no input for it. */
  hidden?: boolean;
}

export interface FilterValues {
  /** By filter, as the list method takes them. */
  values: Record<string, string>;
  /** What is wrong with what was typed; such a filter does nothing. */
  errors: Record<string, string>;
}

const maxText = 200;
const maxChoices = 50;

type End = { value: string; error?: string };

const ends: Partial<Record<FilterSpec["kind"], (text: string) => End>> = {
  days: (text) => {
    const day = typedDay(text, today());
    return isDay(day) ? { value: day } : { value: "", error: m.v_date() };
  },
  numbers: (text) => (/^-?\d{1,15}$/.test(text) ? { value: text } : { value: "", error: m.v_integer() }),
  amounts: (text) => {
    const fen = parseYuan(text);
    return fen === null ? { value: "", error: m.v_money() } : { value: String(fen) };
  },
};

export function readFilters(query: URLSearchParams, filters: FilterSpec[]): FilterValues {
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const { name, kind } of filters) {
    const { value, error } = readOne(query, name, kind);
    if (value !== "" && !/\p{Cc}/u.test(value)) values[name] = value;
    if (error) errors[name] = error;
  }
  return { values, errors };
}

function readOne(query: URLSearchParams, name: string, kind: FilterSpec["kind"]): End {
  const end = ends[kind];
  if (end) return rangeOf(query, name, end);
  if (kind === "flag") return { value: ["true", "false"].find((value) => value === query.get(name)) ?? "" };
  if (kind === "number") return { value: /^-?\d{1,15}$/.test(query.get(name) ?? "") ? (query.get(name) ?? "") : "" };
  if (kind !== "choices") return { value: (query.get(name) ?? "").trim().slice(0, maxText) };
  const chosen = query.getAll(name).filter((value) => /^[^,~\p{Cc}]{1,40}$/u.test(value));
  return { value: [...new Set(chosen)].slice(0, maxChoices).join(",").slice(0, 400) };
}

function rangeOf(query: URLSearchParams, name: string, end: (text: string) => End): End {
  const [from, to] = ["from", "to"].map((side): End => {
    const text = (query.get(`${name}.${side}`) ?? "").normalize("NFKC").trim();
    return text === "" ? { value: "" } : end(text);
  });
  const error = from?.error ?? to?.error;
  if (error) return { value: "", error };
  if (from?.value && to?.value && backwards(from.value, to.value)) return { value: "", error: m.lists_backwards() };
  return { value: from?.value || to?.value ? `${from?.value ?? ""}~${to?.value ?? ""}` : "" };
}

function backwards(from: string, to: string): boolean {
  return /^-?\d+$/.test(from) ? Number(from) > Number(to) : from > to;
}
