/** The route table's shape. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { resources } from "~/contract/registry";
import table from "~/routes";
import { loader } from "~/shell/to-index";
import { outcome } from "../shell/fake-context";

const entries: readonly RouteConfigEntry[] = table;
const shell = entries.find(({ id }) => id === "shell");

test("2.2a the root is the shell's, and leads to /index", async () => {
  expect(entries.find(({ index }) => index)?.file).toBe("shell/to-index.ts");
  expect(await outcome(loader())).toMatchObject({ status: 302, location: "/index" });
});

test("2.2g every page of a function hangs under one parent that has no address of its own", () => {
  expect(shell?.file).toBe("shell/layout.tsx");
  expect(shell?.path).toBeUndefined();
  const below = new Set(shell?.children?.map(({ path }) => path));
  // The pages of the function list, and the resources that have a route of their own.
  expect(below).toContain("*");
  for (const { path } of resources) expect(below).toContain(path);
  expect(entries.filter(({ children }) => children)).toEqual([shell]);
});
