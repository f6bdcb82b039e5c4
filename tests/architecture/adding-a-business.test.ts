/** docs/adding-a-business.md shows what runs, and the business that it shows is named nowhere else. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blocksOf } from "~tests/support/screen-example";
import { sources } from "./sources";

const blocks = blocksOf("docs/adding-a-business.md");

/** The parts of a block that its file does not have, one after the other. */
function missing({ file, lines }: (typeof blocks)[number]): string[] {
  let rest = readFileSync(file, "utf8");
  return lines
    .join("\n")
    .split("\n…\n")
    .filter((part) => {
      const at = rest.indexOf(part);
      if (at >= 0) rest = rest.slice(at + part.length);
      return at < 0;
    });
}

test("every block stands in its file, line by line and in its order", () => {
  expect(blocks.length).toBeGreaterThan(15);
  expect(blocks.flatMap((block) => missing(block).map((part) => `${block.file}: ${part}`))).toEqual([]);
  const [first] = blocks;
  expect(first && missing({ ...first, lines: [...first.lines, "…", ...first.lines] })).not.toEqual([]);
});

test("the business is its three folders: outside, the lists of manifests and the addresses of the wire name it", () => {
  const named = sources
    .filter(({ path, text }) => /^(app|server)\//.test(path) && /(^|[^a-z])locker/im.test(text))
    .map(({ path }) => path)
    .filter((path) => !/^(app\/(contract|screens)|server\/backend\/business)\/locker\//.test(path));
  expect(named.sort()).toEqual([
    "app/contract/manifests.ts",
    "app/contract/method.ts",
    "app/contract/resource.ts",
    "app/contract/wire.ts",
    // Written by the build of the messages.
    "app/i18n/parity.ts",
    "app/screens/manifests.ts",
    "app/shell/group-icon.ts",
    "server/backend/business/manifests.ts",
  ]);
});
