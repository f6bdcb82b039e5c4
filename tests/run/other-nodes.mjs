// The product on the other versions of Node that it promises, from the registry: the main job and an upload on each.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const versions = ["22", "24"];
const smoke = fileURLToPath(new URL("./smoke.mjs", import.meta.url));

/** What of them cannot be had here is said and left out: a machine without the registry tests its own Node. */
export async function onOtherNodes() {
  const result = { passed: 0, failed: 0 };
  for (const version of versions.filter((other) => !process.version.startsWith(`v${other}.`))) {
    const file = nodeOf(version);
    if (file === null) {
      console.log(`Node ${version}: left out, there is none for ${process.platform} ${process.arch} to be had`);
      continue;
    }
    const done = spawnSync(file, [smoke], { stdio: ["ignore", "inherit", "inherit"], timeout: 120_000 });
    if (done.status === 0) result.passed += 1;
    else result.failed += 1;
  }
  return result;
}

/** Its executable, fetched once. */
function nodeOf(version) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = path.resolve(".cache", "nodes", version);
  const file = path.join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const options = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    spawnSync("npm", ["install", ...options, `${name}@${version}`], { stdio: "ignore", timeout: 120_000 });
  }
  return existsSync(file) && spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0 ? file : null;
}
