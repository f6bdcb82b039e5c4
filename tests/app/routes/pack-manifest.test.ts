/** The browser's table of routes: smaller, and in the browser the very table that Remix writes. */
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { packed } from "~server/pack-manifest.mjs";

const list = { imports: ["/assets/vendor.js", "/assets/list.js"], css: ["/assets/screens.css"] };
const plain = {
  ...{ hasAction: false, hasLoader: true, hasClientAction: false, hasClientLoader: false, hasErrorBoundary: false },
  ...{ module: "/assets/list.js", ...list },
};
const table = {
  entry: { module: "/assets/entry.js", imports: [], css: [] },
  routes: {
    root: { id: "root", path: "", ...plain, hasLoader: false, hasErrorBoundary: true, css: [] },
    "shell/to-index": { id: "shell/to-index", parentId: "root", index: true, ...plain, imports: [] },
    shell: { id: "shell", parentId: "root", ...plain },
    "/gate/list": { id: "/gate/list", parentId: "shell", path: "/gate/list", ...plain },
    "/gate/list/:id": { id: "/gate/list/:id", parentId: "shell", path: "/gate/list/:id", ...plain, hasAction: true },
    "/gate/other": { id: "/gate/other", parentId: "shell", path: "gate/other", ...plain, module: "/assets/other.js" },
  },
  url: "/assets/manifest-1.js",
  version: "1",
};
const written = (of: object) => `window.__remixManifest=${JSON.stringify(of)};`;
function made(text: string): unknown {
  const window: { __remixManifest?: unknown } = {};
  runInNewContext(text, { window });
  return JSON.parse(JSON.stringify(window.__remixManifest));
}

test("it makes the same table, in the same order", () => {
  const text = packed(written(table));
  expect(made(text)).toEqual(table);
  expect(Object.keys((made(text) as typeof table).routes)).toEqual(Object.keys(table.routes));
});

test("a table that is written otherwise than this knows is refused, not lost", () => {
  expect(() => packed(`window.routes=${JSON.stringify(table)};`)).toThrow("otherwise");
  const more = { ...table, routes: { root: { ...table.routes.root, hasMiddleware: true } } };
  expect(() => packed(written(more))).toThrow("hasMiddleware");
});
