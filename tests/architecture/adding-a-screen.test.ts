/** docs/adding-a-screen.md keeps up with the sources that it adds to; a test of the backend builds what it says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blocks, patched } from "~tests/support/screen-example";

test("the example is under 80 lines of code", () => {
  const written = blocks.flatMap(({ language, lines }) =>
    lines.filter((line) => (language === "diff" ? /^\+.*\S/.test(line) : line.trim() !== "")),
  );
  expect(written.length).toBeGreaterThan(40);
  expect(written.length).toBeLessThan(80);
});

test("every line that the example adds to is there, once", () => {
  const parts = blocks.filter(({ language }) => language === "diff");
  expect(parts.length).toBeGreaterThan(4);
  for (const part of parts)
    expect(patched(readFileSync(part.file, "utf8"), part)).toContain(part.lines.at(-1)?.slice(1));
});
