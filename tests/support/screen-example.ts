/** The blocks of documents that name a file: in docs/adding-a-screen.md whole files, and lines that go below one that is there. */
import { readFileSync } from "node:fs";

export interface Block {
  file: string;
  language: string;
  lines: string[];
}

export function blocksOf(document: string): Block[] {
  const found = readFileSync(document, "utf8").matchAll(/^`([^`\n]+)`\n\n```(\w+)\n([\s\S]*?)\n```$/gm);
  return [...found].map(([, file = "", language = "", text = ""]) => ({ file, language, lines: text.split("\n") }));
}

export const blocks: Block[] = blocksOf("docs/adding-a-screen.md");

/** The unmarked line of each hunk stands once in the file; what is added goes below it. */
export function patched(text: string, { file, lines }: Block): string {
  const hunks = lines.join("\n").split("\n@@\n");
  return hunks.reduce((before, hunk) => {
    const [context = "", ...added] = hunk.split("\n");
    const anchor = `${context.slice(1)}\n`;
    if (before.split(anchor).length !== 2) throw new Error(`${file} does not have this line once: ${anchor}`);
    return before.replace(anchor, () => anchor + added.map((line) => `${line.slice(1)}\n`).join(""));
  }, text);
}
