// npm start, demo, dev, and the tools: run what was built. A start builds where nothing is built yet; the demonstration and
// development build what is stale; a production start and the tools never touch a build that is there.
import { realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const option = process.argv[2] ?? "";
const tools = ["--backup", "--restore", "--verify", "--password", "--undivide", "--doctor"];

try {
  if (option === "--dev") {
    const { develop } = await import("./dev.mjs");
    await develop(root);
  } else {
    // React and its friends look at it when they are loaded.
    process.env.NODE_ENV = "production";
    if (option === "--demo") process.env.DATA_DIR ||= "./data-demo";
    const isTool = tools.includes(option);
    await see(isTool);
    // Whatever is built meanwhile: this process goes on with the files that it begins with.
    const buildDirectory = realpathSync(path.join(root, "build"));
    const built = (name) => import(pathToFileURL(path.join(buildDirectory, name)).href);
    if (isTool) {
      const { tool } = await built("tools.js");
      process.exitCode = await tool(option.slice(2), process.argv.slice(3));
    } else {
      note(buildDirectory);
      const { start } = await built("console.js");
      await start({ demo: option === "--demo", buildDirectory });
    }
  }
} catch (error) {
  console.error(saidOf(error));
  process.exit(1);
}

/** What a database says goes on with the rows that it was given, and begins with its whole statement. */
function saidOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (error.message.startsWith("Failed query:") && error.cause instanceof Error) return saidOf(error.cause);
  return error.message.split("\nparams: ")[0];
}

async function see(isTool) {
  const { buildAll, stateOfBuild } = await import("./build.mjs");
  const state = stateOfBuild();
  if (state === "fresh") return;
  if (isTool) {
    if (state === "missing") throw new Error("Nothing is built yet, so nothing was done. Run: npm run build");
  } else if (state === "missing" || option === "--demo") await buildAll();
  else
    console.error(
      "The sources have changed since this was built; what was built runs. To run them: npm run build, then start again.",
    );
}

/** A build leaves the folders alone that somebody runs from. */
function note(buildDirectory) {
  const file = path.join(buildDirectory, `in-use-${process.pid}`);
  try {
    writeFileSync(file, "");
    process.once("exit", () => rmSync(file, { force: true }));
  } catch {
    // A release is read-only, and nobody builds there.
  }
}
