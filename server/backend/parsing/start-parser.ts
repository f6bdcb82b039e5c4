/** Starts a thread that reads foreign files: of the build a file beside this one, of the sources made from them first. */
import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { heapMegabytes } from "./parse-pool";

let bundled: Promise<URL> | undefined;

export async function startParser(): Promise<Worker> {
  const isSource = import.meta.url.endsWith(".ts");
  bundled ??= isSource ? bundle() : Promise.resolve(new URL("./parser.js", import.meta.url));
  return new Worker(await bundled, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
}

/** A thread of Node 20 reads no TypeScript, whatever its parent reads. */
async function bundle(): Promise<URL> {
  const { build } = await import("esbuild");
  const root = new URL("../../../", import.meta.url);
  const made = new URL(".cache/parser.mjs", root);
  // Several processes make it at once: each writes its own, and puts it in place whole.
  const partial = new URL(`.cache/parser-${randomUUID()}.mjs`, root);
  await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: [fileURLToPath(new URL("./parse-worker.ts", import.meta.url))],
    outfile: fileURLToPath(partial),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    tsconfig: "tsconfig.json",
    logLevel: "error",
  });
  await rename(partial, made);
  return made;
}
