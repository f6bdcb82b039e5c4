// npm start, demo, dev, db:backup, db:restore, admin:password: builds what is stale, then runs what was built.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildAll } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const buildDirectory = path.join(root, "build");
const option = process.argv[2] ?? "";
const isTool = ["--backup", "--restore", "--password"].includes(option);

try {
  if (option === "--dev") {
    const { develop } = await import("./dev.mjs");
    await develop(root);
  } else {
    // React and its friends look at it when they are loaded.
    process.env.NODE_ENV = "production";
    await buildAll({ quiet: isTool });
    if (option === "--demo") process.env.DATA_DIR ||= "./data-demo";
    if (isTool) {
      const { tool } = await import("../build/tools.js");
      process.exitCode = await tool(option.slice(2), process.argv.slice(3));
    } else {
      const { start } = await import("../build/console.js");
      await start({ demo: option === "--demo", buildDirectory });
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
