/** The specification's statements, one line each in the section files beside this one. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Who answers for it: the shell around every page, the resource engine with its widgets, or a business's own screens. */
export const parts = ["shell", "engine", "business"] as const;
export type Part = (typeof parts)[number];

export interface Statement {
  /** "2.7b", "4.2.6", "5ac"; "2.3f.1" is one page of several. */
  id: string;
  /** "2.7", "4.2", "5" */
  section: string;
  part: Part;
  text: string;
}

export const folder = path.dirname(fileURLToPath(import.meta.url));
const line =
  /^- (?<id>[1-9](?:\.[1-9])?(?:\.\d+|[a-z]{1,2}(?:\.\d{1,2})?)) (?<part>shell|engine|business): (?<text>\S.*)$/;

/** Every line that starts with a dash is a statement; one that cannot be read is an error. */
export function statementsOf(markdown: string): Statement[] {
  return markdown
    .split("\n")
    .filter((text) => text.startsWith("-"))
    .map((text) => {
      const groups = line.exec(text)?.groups;
      const [id, part, said] = [groups?.id, parts.find((name) => name === groups?.part), groups?.text];
      if (!id || !part || !said) throw new Error(`Not a statement: ${text}`);
      return { id, section: sectionOf(id), part, text: said };
    });
}

/** The section that an id belongs to. */
export function sectionOf(id: string): string {
  return id.replace(/[a-z]+(\.\d+)?$/, "").replace(/^(\d\.\d)\.\d+$/, "$1");
}

export const statements: readonly Statement[] = readdirSync(folder)
  .filter((file) => /^[1-9]\.md$/.test(file))
  .sort()
  .flatMap((file) => statementsOf(readFileSync(path.join(folder, file), "utf8")));
