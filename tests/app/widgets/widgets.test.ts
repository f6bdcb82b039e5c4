/** The date helper, charts and the tree editor. */
import { describe, expect, test } from "vitest";
import { niceStep, slices, ticks } from "~/widgets/chart/shapes";
import { formatDate } from "~/widgets/format-date";
import { applyCommand, childrenOf, isLeaf, readCommand, type TreeNode } from "~/widgets/tree/tree-commands";

describe("dates", () => {
  test("9p the default format is y-m-d h:i:s, where the parks are", () => {
    expect(formatDate(new Date("2026-11-21T00:30:05Z"))).toBe("2026-11-21 08:30:05");
    expect(formatDate("2026-12-31T16:00:00Z")).toBe("2027-01-01 00:00:00");
  });
  test("9p ten-digit timestamps are seconds, as number and as text", () => {
    for (const moment of [1_763_712_000, "1763712000", 1_763_712_000_000, "1763712000000"]) {
      expect(formatDate(moment)).toBe("2025-11-21 16:00:00");
    }
  });
  test("9p patterns, with and without braces; nothing for what is no moment", () => {
    expect(formatDate("2026-11-21T00:00:00Z", "{y}/{m}/{d} 星期{a}")).toBe("2026/11/21 星期六");
    for (const none of [null, undefined, "", "soon", Number.NaN]) expect(formatDate(none)).toBe("");
  });
});

describe("charts", () => {
  test("scales are round and reach the largest figure", () => {
    expect(niceStep(620)).toBe(200);
    expect(ticks(620)).toEqual([0, 200, 400, 600, 800]);
    expect(ticks(0)).toEqual([0, 1]);
    expect(ticks(0.3).at(-1)).toBeGreaterThanOrEqual(0.3);
  });
  test("slices make a whole; one alone is a circle, nothing is nothing", () => {
    const parts = slices([62, 30, 8]);
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(parts[0]?.path).toContain("A1 1 0 1 1");
    expect(slices([5])[0]?.path).toMatch(/^M0 -1A.*Z$/);
    expect(slices([0, 0]).map(({ path }) => path)).toEqual(["", ""]);
  });
});

describe("a tree", () => {
  const nodes: TreeNode[] = [
    { id: 1, parentId: 0, name: "a", sort: 1 },
    { id: 2, parentId: 1, name: "b", sort: 1 },
    { id: 3, parentId: 1, name: "c", sort: 2 },
    { id: 4, parentId: 2, name: "d", sort: 1 },
  ];
  const names = (all: readonly TreeNode[], parentId: number) => childrenOf(all, parentId).map(({ name }) => name);
  const read = (intent: string, typed: Record<string, string> = {}) => readCommand(intent, (key) => typed[key] ?? "");

  test("3n a node has id, parent, name and order; children, depth and leaves come of them, and 0 is above the roots", () => {
    const shuffled = [nodes[3], nodes[2], nodes[1], nodes[0]].filter((node) => node !== undefined);
    const drawn = (parentId: number, level: number): unknown[] =>
      childrenOf(shuffled, parentId).map(({ id, name }) =>
        isLeaf(shuffled, id) ? [level, name] : [level, name, ...drawn(id, level + 1)],
      );
    expect(drawn(0, 1)).toEqual([[1, "a", [2, "b", [3, "d"]], [2, "c"]]]);
  });

  test("is changed by what its buttons post", () => {
    const changed = (intent: string, typed?: Record<string, string>) => {
      const command = read(intent, typed);
      return command ? applyCommand(nodes, command) : nodes;
    };
    expect(names(changed("down:2"), 1)).toEqual(["c", "b"]);
    expect(names(changed("up:2"), 1)).toEqual(["b", "c"]);
    expect(names(changed("rename:3", { "name:3": " 新 " }), 1)).toEqual(["b", "新"]);
    expect(names(changed("add:2", { "new:2": "e" }), 2)).toEqual(["d", "e"]);
    expect(names(changed("add:0", { "new:0": "f" }), 0)).toEqual(["a", "f"]);
    expect(names(changed("move:4", { "parent:4": "1" }), 1)).toEqual(["b", "c", "d"]);
    expect(names(changed("move:2", { "parent:2": "0" }), 0)).toEqual(["a", "b"]);
    // Not below itself, nor below what is not there.
    for (const parent of ["2", "4", "9"]) expect(changed("move:2", { "parent:2": parent })).toBe(nodes);
    expect(changed("remove:2").map(({ id }) => id)).toEqual([1, 3]);
  });
  test.each(["", "add:2", "rename:2", "burn:1", "move:1", "up:x", "up:1:2"])("%j is no command", (intent) => {
    expect(read(intent)).toBeNull();
  });
  test("a command for a node that is gone changes nothing", () => {
    expect(applyCommand(nodes, { do: "remove", id: 9 })).toBe(nodes);
    expect(applyCommand(nodes, { do: "add", parentId: 9, name: "x" })).toBe(nodes);
  });
});
