/** A cell's text as the value of its field, read as the form reads what is typed; names stand for codes and ids. */
import type { Field, LinesField } from "~/contract/field-kinds";
import { locales, m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import type { CellRead, Lookup } from "./lookups";

/** What cannot be read stays text, for the field's own rule to refuse. */
export function readCell(field: Field, cell: string, lookup: Lookup): CellRead {
  if (field.kind === "lines") return readLines(field, cell);
  if (cell === "") return { value: field.default ?? null };
  const plain = cell.normalize("NFKC").trim();
  switch (field.kind) {
    case "text":
    case "richText":
      return { value: cell };
    case "number":
      return { value: /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? Number(plain) : plain };
    case "money": {
      const fen = parseYuan(plain);
      return fen === null ? { problem: m.v_money() } : { value: fen };
    }
    case "boolean":
      return yesOrNo(plain);
    case "date":
      return { value: dayOf(plain) };
    case "time":
      return { value: timeOf(plain) };
    case "moment":
      return { value: momentOf(plain) };
    case "range":
      return {
        value: plain
          .split(/\s*[~至]\s*/)
          .map(dayOf)
          .join("~"),
      };
    case "dictionary":
    case "reference":
    case "tree":
    case "area":
      return lookup(cell.normalize("NFC"));
    case "several":
      return eachOf(cell.normalize("NFC"), lookup);
    default:
      return { value: plain };
  }
}

/** Names with any comma between them. */
function eachOf(cell: string, lookup: Lookup): CellRead {
  const values: unknown[] = [];
  for (const name of cell.split(/[,，、;；]/).map((part) => part.trim())) {
    if (name === "") continue;
    const found = lookup(name);
    if ("problem" in found) return found;
    values.push(found.value);
  }
  return { value: values };
}

/** In the notation of their declaration. */
function readLines({ notation }: LinesField, cell: string): CellRead {
  const read = notation?.read(cell) ?? { lines: [] };
  return "problem" in read ? read : { value: read.lines };
}

/** "是" and "Yes", and what other systems write. */
function yesOrNo(text: string): CellRead {
  const word = text.toLowerCase();
  const is = (message: typeof m.engine_yes) => locales.some((locale) => message({}, { locale }).toLowerCase() === word);
  if (is(m.engine_yes) || ["t", "true", "1", "y", "√"].includes(word)) return { value: true };
  if (is(m.engine_no) || ["f", "false", "0", "n", "×"].includes(word)) return { value: false };
  return { problem: m.imports_yes_or_no() };
}

/** 2026/1/5, 2026.1.5 and 2026年1月5日 are 2026-01-05; so is a day with the time 0:00 behind it. */
function dayOf(text: string): string {
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?( 0{1,2}:00(:00)?)?$/.exec(text);
  if (!match) return text;
  const [, year = "", month = "", day = ""] = match;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** 8:30 and 08:30:00 are 08:30. */
function timeOf(text: string): string {
  const match = /^(\d{1,2}):(\d{2})(:00)?$/.exec(text);
  return match ? `${match[1]?.padStart(2, "0")}:${match[2]}` : text;
}

function momentOf(text: string): string {
  const [day = "", time = "00:00", more] = text.split(/[ T]+/);
  if (more !== undefined) return text;
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time);
  return parts ? `${dayOf(day)} ${parts[1]?.padStart(2, "0")}:${parts[2]}:${parts[3] ?? "00"}` : text;
}
