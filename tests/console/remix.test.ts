/** Pages are made by a handler that knows their route alone: it must be the route that the router would take. */
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { remixHandler } from "~server/console/remix";

const table: [id: string, parentId: string | undefined, path: string | undefined, index?: true][] = [
  ["root", undefined, ""],
  ["index", "root", undefined, true],
  ["shell", "root", undefined],
  ["/order/list", "shell", "/order/list"],
  ["/order/list/:id", "shell", "/order/list/:id"],
  ["/order/list/new", "shell", "/order/list/new"],
  ["/login", "root", "/login"],
  ["*", "shell", "*"],
];

function aBuild(): ServerBuild {
  const entries = table.map(([id, parentId, path, index]) => [id, { id, parentId, path, index, module: {} }]);
  const routes = Object.fromEntries(entries);
  return { routes, assets: { routes }, entry: {}, future: {} } as unknown as ServerBuild;
}

test("the page's route and those around it, as the router ranks them; one handler a route", async () => {
  const made: string[][] = [];
  const handle = remixHandler(aBuild(), "production", (build) => {
    const ids = Object.keys(build.routes);
    expect(Object.keys(build.assets.routes)).toEqual(ids);
    made.push(ids);
    return async () => Response.json(ids);
  });
  const idsAt = async (path: string) =>
    (await handle(new Request(`http://console${path}`), {} as AppLoadContext)).json();
  expect(await idsAt("/")).toEqual(["root", "index"]);
  expect(await idsAt("/_root.data")).toEqual(["root", "index"]);
  expect(await idsAt("/order/list?page=2")).toEqual(["root", "shell", "/order/list"]);
  expect(await idsAt("/ORDER/list/")).toEqual(["root", "shell", "/order/list"]);
  expect(await idsAt("/order/list/new")).toEqual(["root", "shell", "/order/list/new"]);
  expect(await idsAt("/order/list/7.data?_routes=shell")).toEqual(["root", "shell", "/order/list/:id"]);
  expect(await idsAt("/order/list/8")).toEqual(["root", "shell", "/order/list/:id"]);
  expect(await idsAt("/login")).toEqual(["root", "/login"]);
  expect(await idsAt("/nowhere/at/all")).toEqual(["root", "shell", "*"]);
  // The first knows all routes, for what the router finds none for.
  expect(made[0]).toHaveLength(table.length);
  expect(made.slice(1).filter((ids) => ids.at(-1) === "/order/list/:id")).toHaveLength(1);
});
