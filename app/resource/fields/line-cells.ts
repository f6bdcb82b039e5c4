/** A cell from the clipboard as the text that its input takes. */
import { m } from "~/contract/messages";
import { parseYuan, plainYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import type { InputView } from "../load-form.server";

export interface CellText {
  value: string;
  /** What a reference that is searched for has found. */
  option?: Option;
  /** What could not be read, in words. */
  problem?: string;
}

/** What is searched for is asked once, however many cells name it. */
export function cellReader(exact = false): (input: InputView, text: string) => Promise<CellText> {
  const found = new Map<string, Promise<CellText>>();
  return async (input, text) => {
    if (!input.source || text === "") return readCell(input, text);
    const key = `${input.source} ${input.name.replace(/\[\d+\]/g, "")} ${text}`;
    const asked = found.get(key) ?? search(input, input.source, text, exact);
    found.set(key, asked);
    return asked;
  };
}

/** Of what stands for itself, or for one of the choices that came with the page. */
export function readCell({ kind, options }: InputView, text: string): CellText {
  if (text === "") return { value: "" };
  const plain = text.normalize("NFKC").trim();
  if (options) {
    const same = (one: string) => one.toLowerCase() === text.toLowerCase();
    const chosen = options.find(({ label }) => same(label)) ?? options.find(({ value }) => same(value));
    return chosen ? { value: chosen.value } : notRead(text);
  }
  const read = readers[kind]?.(plain);
  if (read === undefined) return { value: text };
  if (read !== null) return { value: read };
  // An input of numbers shows what it cannot be; one of days cannot.
  return { ...notRead(text), value: kind === "number" || kind === "money" ? text : "" };
}

/** Null for what cannot be read. */
const readers: Partial<Record<InputView["kind"], (text: string) => string | null>> = {
  number: (text) => /^-?\d+(\.\d+)?$/.exec(text.replace(/[,\s]|%$/g, ""))?.[0] ?? null,
  money: (text) => {
    const fen = parseYuan(text);
    return fen === null ? null : plainYuan(fen);
  },
  date: (text) => {
    const [, year = "", month = "", day = ""] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? [];
    return year === "" ? null : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  },
  time: (text) => {
    const [, hours = "", minutes = ""] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text) ?? [];
    return minutes === "" ? null : `${hours.padStart(2, "0")}:${minutes}`;
  },
  boolean: (text) => {
    const word = text.toLowerCase();
    if ([m.engine_yes().toLowerCase(), "t", "true", "1", "y", "yes", "√"].includes(word)) return "T";
    return [m.engine_no().toLowerCase(), "f", "false", "0", "n", "no", "×"].includes(word) ? "" : null;
  },
};

const notRead = (text: string): CellText => ({ value: "", problem: m.lines_not_read({ text: text.slice(0, 40) }) });

/** By its name, or by a code that leads to one alone. */
async function search({ name }: InputView, source: string, text: string, exact: boolean): Promise<CellText> {
  const query = new URLSearchParams({
    field: name.replace(/\[\d+\]/g, ""),
    q: text,
    pageNo: "1",
    ...(exact && { exact: "1" }),
  });
  const answer = await fetch(`${source}?${query}`).catch(() => null);
  if (!answer?.ok || !answer.headers.get("content-type")?.includes("json")) return notRead(text);
  const { options }: { options: Option[] } = await answer.json();
  const named = options.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  const [option, second] = named.length > 0 ? named : options;
  return option && !second ? { value: option.value, option } : notRead(text);
}
