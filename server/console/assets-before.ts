/**
 * Hashed files of the versions that ran here before, kept beside the data: a page that was open before an upgrade still asks for
 * them, and a release or an image brings its own alone.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm, utimes } from "node:fs/promises";
import path from "node:path";

/** This version and those before it. */
const keptVersions = 3;
const folderOf = (dataDir: string) => path.join(dataDir, "assets-before");

/** Roots with an `assets` folder each, the newest first; none where no version ran before. */
export function assetsBefore(dataDir: string): string[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .map((name) => path.join(folder, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
}

/** Keeps those of the version that runs, for the one that comes after it; what is older than {@link keptVersions} goes. */
export async function keepAssets(clientDirectory: string, dataDir: string): Promise<void> {
  const assets = path.join(clientDirectory, "assets");
  const names = (await readdir(assets)).sort();
  const own = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
  const [folder, target] = [folderOf(dataDir), path.join(folderOf(dataDir), own)];
  const now = new Date();
  if (existsSync(target)) await utimes(target, now, now);
  else {
    // Whole or not at all: a start that is cut off leaves no half of a version.
    const partial = path.join(folder, `.${own}-${process.pid}`);
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await cp(assets, path.join(partial, "assets"), { recursive: true });
    await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  }
  for (const old of assetsBefore(dataDir).slice(keptVersions)) await rm(old, { recursive: true, force: true });
}
