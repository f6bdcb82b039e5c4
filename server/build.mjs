// Builds what is missing or stale: messages, the Remix app, our server, and the pre-compressed files. A build is made beside
// the one that is there, in a folder of its own below .builds, and `build` is a link that is turned to it at the end: whoever
// runs goes on with the files that it began with.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => path.join(root, ...parts);

/** Brings build/ up to date; answers whether anything had to be done. */
export async function buildAll({ force = false, quiet = false } = {}) {
  const say = quiet ? () => {} : console.log;
  await buildMessages({ force });
  const stamp = stampOfSources();
  if (!force && stampOfBuild() === stamp) return false;
  say("Building…");
  const folder = `.builds/${Date.now().toString(36)}-${process.pid}`;
  mkdirSync(at(folder), { recursive: true });
  try {
    run("remix", ["vite:build", "--logLevel", "warn"], { BUILD_DIRECTORY: folder });
    await buildServer({ outdir: folder });
    await buildGateDevice(path.join(folder, "client/gate-device"));
    await minifyPlain(path.join(folder, "client/assets"));
    const { packManifest } = await import("./pack-manifest.mjs");
    packManifest(at(folder, "client/assets"));
    compress(at(folder, "client"));
    keepAssetsBefore(at(folder));
    writeFileSync(at(folder, "stamp"), stamp);
  } catch (error) {
    rmSync(at(folder), { recursive: true, force: true });
    throw error;
  }
  turnTo(at(folder));
  removeOldBuilds();
  say("Built.");
  return true;
}

/** Whether there is a build at all, and whether the sources have changed since. A release has no sources. */
export function stateOfBuild() {
  const built = stampOfBuild();
  if (built === null) return "missing";
  return !existsSync(at("app")) || built === stampOfSources() ? "fresh" : "stale";
}

const stampOfBuild = () => (existsSync(at("build/stamp")) ? readFileSync(at("build/stamp"), "utf8") : null);
const stampOfSources = () =>
  stampOf(
    ["app", "server", "public"],
    ["package.json", "package-lock.json", "vite.config.ts", "remix.config.js", "tsconfig.json"],
  );

/** A page that is open still asks for the files that it was made with. */
function keepAssetsBefore(folder) {
  const before = at("build/client/assets");
  if (!existsSync(before)) return;
  const into = path.join(folder, "client-before/assets");
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(before)) {
    if (!existsSync(path.join(folder, "client/assets", name))) cpSync(path.join(before, name), path.join(into, name));
  }
}

/** In one step, but for a `build` that an earlier version made as a folder. */
function turnTo(folder) {
  const link = at("build");
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found && !found.isSymbolicLink()) renameSync(link, at(`.builds/before-${Date.now().toString(36)}`));
  const next = at(`.builds/link-${process.pid}`);
  const isWindows = process.platform === "win32";
  symlinkSync(isWindows ? folder : path.relative(root, folder), next, "junction");
  if (isWindows) rmSync(link, { force: true });
  renameSync(next, link);
}

const keptBuilds = 3;

/** The last ones stay, and any that a living process began with (`server/start.mjs`). */
function removeOldBuilds() {
  const current = realpathSync(at("build"));
  const folders = readdirSync(at(".builds"))
    .map((name) => at(".builds", name))
    .filter((folder) => folder !== current && lstatSync(folder).isDirectory())
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const folder of folders.slice(keptBuilds - 1)) {
    if (!isInUse(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function isInUse(folder) {
  const pids = readdirSync(folder).flatMap((name) => /^in-use-(\d+)$/.exec(name)?.[1] ?? []);
  return pids.some((pid) => {
    try {
      process.kill(Number(pid), 0);
      return true;
    } catch (error) {
      return error.code !== "ESRCH";
    }
  });
}

/** Compiles the messages of both languages to functions. */
export async function buildMessages({ force = false } = {}) {
  registerAreas();
  const stamp = stampOf(["app/i18n/messages"], ["app/i18n/project.inlang/settings.json"]);
  const stampFile = at(".cache/messages.stamp");
  const made = existsSync(at("app/i18n/generated/in-one/messages.d.ts"));
  if (!force && made && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  // A compiler that could not write a file says nothing of it, and what is built of half the messages fails far from here.
  for (let tries = 1; !(await compileMessages()); tries += 1)
    if (tries === 3) throw new Error("messages: what was compiled is not all that there is");
  mkdirSync(at(".cache"), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/**
 * All messages in one module, and one of their types. A file for each of thousands is what the browser's bundle is made from
 * (words-plugin.ts); whoever reads them all would look each up among thousands of others, minutes in a build.
 */
async function compileMessages() {
  run("paraglide-js", [
    "compile",
    "--project",
    "app/i18n/project.inlang",
    "--outdir",
    "app/i18n/generated",
    "--silent",
  ]);
  return gatherMessages();
}

/** Answers whether every message of the catalogue is among them. */
async function gatherMessages() {
  const { build } = await import("esbuild");
  const [from, into] = ["app/i18n/generated/messages", "app/i18n/generated/in-one"];
  const { metafile } = await build({
    ...{ metafile: true, absWorkingDir: root, entryPoints: [`${from}/_index.js`], outfile: `${into}/messages.js` },
    ...{ bundle: true, format: "esm", target: "es2022", charset: "utf8", logLevel: "warning" },
    ...{ minifyWhitespace: true, minifySyntax: true },
    external: ["../runtime.js", "../registry.js"],
  });
  const types = readdirSync(at(from))
    .filter((name) => name.endsWith(".js") && name !== "_index.js")
    .map((name) => typeOfMessage(name, readFileSync(at(from, name), "utf8")));
  const head = `import type { LocalizedString } from "../runtime.js";
type Text<Inputs> = (inputs: Inputs, options?: { locale?: "zh-CN" | "en" }) => LocalizedString;
type Plain = (inputs?: {}, options?: { locale?: "zh-CN" | "en" }) => LocalizedString;
`;
  writeFileSync(at(into, "messages.d.ts"), head + types.join(""));
  const made = new Set(Object.values(metafile.outputs).flatMap(({ exports }) => exports));
  return keysOfCatalogue().every((key) => made.has(key));
}

/** Of the catalogue that the others are held against. */
function keysOfCatalogue() {
  const folder = at("app/i18n/messages/zh-CN");
  return readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(folder, file), "utf8"))).filter((key) => !key.startsWith("$")),
  );
}

/** What the compiler says of a message beside its code. */
function typeOfMessage(file, code) {
  const inputs = /@typedef \{(\{.*\})\} \w+Inputs/.exec(code)?.[1];
  const [, plain, hidden, quoted] = /^export (?:const (\w+) =|\{ (\w+) as "(\w+)" \})/m.exec(code) ?? [];
  const name = plain ?? hidden;
  if (!inputs || !name) throw new Error(`The messages' compiler writes ${file} otherwise now: see typeOfMessage.`);
  const type = inputs === "{}" ? "Plain" : `Text<${inputs}>`;
  if (plain) return `export declare const ${name}: ${type};\n`;
  return `declare const ${name}: ${type};\nexport { ${name} as ${quoted} };\n`;
}

/** Every file of messages is an area: the compiler and the type check are told of it here, so that none can be forgotten. */
function registerAreas() {
  const areas = readdirSync(at("app/i18n/messages/zh-CN")).map((file) => file.replace(/\.json$/, ""));
  const rewrite = (file, change) => {
    const text = readFileSync(at(file), "utf8");
    const changed = change(text);
    if (changed !== text) writeFileSync(at(file), changed);
  };
  const patterns = areas.map((area) => `      "./messages/{locale}/${area}.json"`).join(",\n");
  rewrite("app/i18n/project.inlang/settings.json", (text) =>
    text.replace(/("pathPattern": \[\n)[^\]]*?(\n {4}\])/, `$1${patterns}$2`),
  );
  const of = (locale, area) => `typeof import("./messages/${locale}/${area}.json")`;
  const covers = areas.flatMap((area) => [
    `  Covers<${of("zh-CN", area)}, ${of("en", area)}>,\n`,
    `  Covers<${of("en", area)}, ${of("zh-CN", area)}>,\n`,
  ]);
  rewrite("app/i18n/parity.ts", (text) => text.replace(/(Parity = \[\n)[\s\S]*?(\n?\];)/, `$1${covers.join("")}];`));
}

/** The console, the backend's worker, the one that reads foreign files, and the tools; packages stay outside. */
export async function buildServer(options = {}) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: {
      console: "server/index.ts",
      backend: "server/backend/worker.ts",
      parser: "server/backend/parsing/parse-worker.ts",
      archiver: "server/backend/db/archive-worker.ts",
      tools: "server/backend/tools.ts",
    },
    outdir: "build",
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    tsconfig: "tsconfig.json",
    logLevel: "warning",
    ...options,
  });
  const outdir = options.outdir ?? "build";
  cpSync(at("server/backend/db/migrations"), at(outdir, "migrations"), { recursive: true });
  cpSync(at("server/backend/business/platform/common-passwords.txt"), at(outdir, "common-passwords.txt"));
}

/**
 * The phone gate: its page, the rules as any gate software may carry them, and the worker that keeps both. The page asks for
 * the rules by their address, so that what is published is what judges.
 */
export async function buildGateDevice(outdir) {
  const { build } = await import("esbuild");
  const options = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    tsconfig: "tsconfig.json",
    logLevel: "warning",
    loader: { ".css": "css" },
  };
  const rules = {
    name: "rules-by-address",
    setup: (building) => {
      building.onResolve({ filter: /^\.\/rules$/ }, () => ({ path: "./rules.js", external: true }));
    },
  };
  const entry = (name) => `app/gate-device/${name}`;
  await build({ ...options, entryPoints: [entry("rules.ts"), entry("cases.ts")], outdir, plugins: [messagesByName] });
  const entryPoints = [entry("page.ts"), entry("page.css")];
  await build({ ...options, entryPoints, outdir, plugins: [rules, messagesByName] });
  // The till has the few rules of spending in it.
  await build({
    ...options,
    entryPoints: [entry("till/till.ts"), entry("till/till.css")],
    outdir,
    plugins: [messagesByName],
  });
  const made = path.resolve(root, outdir);
  const files = ["page.js", "rules.js", "page.css", "till.js", "till.css"].map((name) =>
    readFileSync(path.join(made, name)),
  );
  const kept = readdirSync(at("public/gate-device")).map((name) => readFileSync(at("public/gate-device", name)));
  const page = readFileSync(at("server/console/gate-device.ts"));
  const hash = createHash("sha256");
  for (const bytes of [...files, ...kept, page]) hash.update(bytes);
  const define = { buildVersion: JSON.stringify(hash.digest("hex").slice(0, 12)) };
  await build({ ...options, entryPoints: [entry("worker.ts")], outdir, define });
}

/** Messages hang on one object, of which a bundler leaves out nothing; by their own module they are taken one by one. */
const messagesByName = {
  name: "messages-by-name",
  setup: (building) => {
    const all = JSON.stringify(at("app/i18n/generated/messages/_index.js"));
    building.onLoad({ filter: /[/\\]app[/\\](contract|gate-device)[/\\].*\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replace(
        /^import \{ (?:(type [\w, ]+), )?m \} (from "(?:\.\.?\/|~\/)[^"]*messages";)$/m,
        (_, types, from) => `import * as m from ${all};${types ? `import { ${types} } ${from}` : ""}`,
      ),
      loader: "ts",
    }));
  },
};

/** Scripts that pages name by their address come out of the bundler as they were written. */
async function minifyPlain(directory) {
  const { transform } = await import("esbuild");
  const [name, ...others] = readdirSync(at(directory)).filter((file) => /^start-[\w-]+\.js$/.test(file));
  if (!name || others.length > 0) throw new Error("Which of the files starts a page's scripts?");
  const file = at(directory, name);
  const { code } = await transform(readFileSync(file, "utf8"), { minify: true, target: "es2022" });
  writeFileSync(file, code);
}

/** What never changes is compressed once, as well as can be. */
function compress(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < 200) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

function stampOf(directories, files) {
  const hash = createHash("sha256").update(process.version.split(".")[0]);
  const add = (file) => hash.update(path.relative(root, file)).update(readFileSync(file));
  for (const directory of directories) {
    const entries = readdirSync(at(directory), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}generated`))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
    for (const file of entries) add(file);
  }
  for (const file of files) if (existsSync(at(file)) && statSync(at(file)).isFile()) add(at(file));
  return hash.digest("hex");
}

function run(command, args, variables = {}) {
  const done = spawnSync(process.execPath, [binOf(command), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    // Whoever asks (a test runner, say): what is built is for production.
    env: { ...process.env, ...variables, NODE_ENV: "production" },
  });
  if (done.status !== 0) throw new Error(`${command} ${args[0]} failed`);
}

/** The script behind a command of node_modules, without a shell. */
function binOf(command) {
  const packages = { remix: "@remix-run/dev", "paraglide-js": "@inlang/paraglide-js" };
  const folder = at("node_modules", packages[command]);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[command]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes("--force");
  if (process.argv.includes("--messages")) await buildMessages({ force });
  else await buildAll({ force });
}
