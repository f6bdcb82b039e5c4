/** The text of an item and of its versions: what is compared, kept and taken back. */
import { contentText } from "~/contract/content/item";
import type { Values } from "../../kernel/resource-backend";

/** What is said in a field, as a reader has it. */
export interface KeptValue {
  id: number;
  label: string;
  value: string;
}
/** What an item says in the further fields of its type, by the id of the field. */
export type FieldValues = Readonly<Record<string, string>>;

type Part = keyof typeof contentText;
export type ContentText = Record<Part, string | null>;

export const parts = Object.keys(contentText) as readonly Part[];

/** Of a row as it is read, or as it will be. */
export function textOf(row: Readonly<Partial<Record<Part, unknown>>>): ContentText {
  const part = (name: Part) => (typeof row[name] === "string" && row[name] !== "" ? row[name] : null);
  return { title: part("title"), summary: part("summary"), cover: part("cover"), body: part("body") };
}

export function isSameText(one: ContentText, other: ContentText): boolean {
  return parts.every((name) => one[name] === other[name]);
}

/** As a table is written: its title is always there. */
export const written = (text: ContentText) => ({ ...text, title: text.title ?? "" }) satisfies Values;
