/** What was typed into the name list of a group, as the visitors of a call; and what is wrong with them, by line. */
import type { DocumentKind } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import { readPastedLines } from "./visitor-paste";

export interface NamesRead {
  visitors: { name: string; document: DocumentKind; country: string; identity: string }[];
  /** Of each visitor, in the text. */
  lines: number[];
}

/** `documents`: what the ticket type takes; one alone is what a number is that does not say its kind. */
export function readNames(text: string, documents: readonly DocumentKind[]): NamesRead {
  const usual = documents.length === 1 ? (documents[0] ?? "resident") : "resident";
  const pasted = readPastedLines(text);
  return {
    visitors: pasted.map(({ line: _, document, ...visitor }) => ({ ...visitor, document: document || usual })),
    lines: pasted.map(({ line }) => line),
  };
}

const cells: Readonly<Record<string, () => string>> = {
  name: () => m.group_names_name(),
  document: () => m.group_names_document(),
  country: () => m.group_names_country(),
  identity: () => m.group_names_identity(),
};

/** Sentences in the order of the lines; what is about none of them stays as it is. */
export function byLine(errors: Readonly<Record<string, string[]>>, lines: readonly number[]) {
  const rows: { line: number; text: string }[] = [];
  const rest: Record<string, string[]> = {};
  for (const [name, texts] of Object.entries(errors)) {
    const [, place, field = ""] = /^visitors\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const line = lines[Number(place)];
    const cell = cells[field];
    if (line === undefined || !cell) rest[name] = texts;
    else for (const message of texts) rows.push({ line, text: m.group_names_row({ line, cell: cell(), message }) });
  }
  return { rows: rows.sort((one, other) => one.line - other.line).map(({ text }) => text), rest };
}
