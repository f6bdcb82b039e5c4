// The browser's table of routes, smaller. Remix writes each of some 1,500 routes out as an object with all that it imports, the
// same few hundred files over and over: 840 KB that every browser of a new version fetches and parses before a page is alive.
// Here what routes share is said once, and a few lines in the file make the same objects of it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const head = "window.__remixManifest=";
const marks = ["hasAction", "hasLoader", "hasClientAction", "hasClientLoader", "hasErrorBoundary"];

/** Rewrites the table in a folder of assets, under its name: pages and the server's own table know it by that. */
export function packManifest(assets) {
  const names = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
  if (names.length !== 1)
    throw new Error(`One table of routes is expected in ${assets}: ${names.join(", ") || "none"}.`);
  const file = path.join(assets, names[0]);
  writeFileSync(file, packed(readFileSync(file, "utf8")));
}

/** The text of a module that makes the same table as the text given. Throws where Remix writes it otherwise by now. */
export function packed(text) {
  if (!text.startsWith(head)) throw new Error("Remix writes the table of routes otherwise now: see pack-manifest.mjs.");
  const { routes, ...rest } = JSON.parse(text.slice(head.length).replace(/;\s*$/, ""));
  const files = listOf();
  const kinds = listOf();
  const parents = listOf();
  const rows = Object.values(routes).map(({ id, path: own, parentId, index, module, imports, css, ...more }) => {
    const odd = Object.keys(more).filter((name) => !marks.includes(name));
    if (odd.length > 0) throw new Error(`A route also has ${odd.join(", ")} now: see pack-manifest.mjs.`);
    const bits = marks.reduce((sum, name, at) => sum + (more[name] ? 1 << at : 0), index ? 1 << marks.length : 0);
    const kind = [
      bits,
      parents.place(parentId ?? null),
      files.place(module),
      imports.map(files.place),
      css.map(files.place),
    ];
    const at = kinds.place(JSON.stringify(kind));
    // Nearly all are called as their address is.
    return own === id ? [at, id] : [at, id, own ?? null];
  });
  // Of an address what the one before does not begin with.
  let before = "";
  const short = rows.map(([kind, id, ...own]) => {
    let same = 0;
    while (same < id.length && id[same] === before[same]) same += 1;
    before = id;
    return [kind, same, id.slice(same), ...own];
  });
  const tables = [rest, files.all, parents.all, kinds.all.map((one) => JSON.parse(one)), short];
  return `${head}(${unpack})(...${JSON.stringify(tables)},${JSON.stringify(marks)});`;
}

function listOf() {
  const all = [];
  const places = new Map();
  const place = (one) => {
    if (!places.has(one)) places.set(one, all.push(one) - 1);
    return places.get(one);
  };
  return { all, place };
}

/** In the browser: the objects as Remix writes them. */
function unpack(rest, files, parents, kinds, rows, marks) {
  const routes = {};
  let before = "";
  for (const [at, same, end, own] of rows) {
    const [bits, parent, module, imports, css] = kinds[at];
    const id = before.slice(0, same) + end;
    before = id;
    const route = { id, parentId: parents[parent] ?? undefined, path: own === undefined ? id : (own ?? undefined) };
    if (bits >> marks.length) route.index = true;
    marks.forEach((name, bit) => {
      route[name] = Boolean((bits >> bit) & 1);
    });
    route.module = files[module];
    route.imports = imports.map((one) => files[one]);
    route.css = css.map((one) => files[one]);
    routes[id] = route;
  }
  return { ...rest, routes };
}
