/** The file of a thread: of the build one beside the others, of the sources made from them first. */
import { randomUUID } from "node:crypto";
import { cp, rename } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const made = new Map<string, Promise<URL>>();

/** `name` is what the build calls it (`server/build.mjs`), `source` stands below this folder. */
export function threadFile(name: string, source: string): Promise<URL> {
  const isSource = import.meta.url.endsWith(".ts");
  if (!isSource) return Promise.resolve(new URL(`./${name}.js`, import.meta.url));
  const known = made.get(name) ?? bundle(name, source);
  made.set(name, known);
  return known;
}

/** A thread of Node 20 reads no TypeScript, whatever its parent reads. */
async function bundle(name: string, source: string): Promise<URL> {
  const { build } = await import("esbuild");
  const root = new URL("../", import.meta.url);
  const file = new URL(`.cache/${name}.mjs`, root);
  // Several processes make it at once: each writes its own, and puts it in place whole.
  const partial = new URL(`.cache/${name}-${randomUUID()}.mjs`, root);
  await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    outfile: fileURLToPath(partial),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    tsconfig: "tsconfig.json",
    logLevel: "error",
  });
  await rename(partial, file);
  // Beside it, as in the build: an archive is verified with the tables that it was made of.
  await cp(new URL("server/backend/db/migrations/", root), new URL(".cache/migrations/", root), { recursive: true });
  return file;
}
