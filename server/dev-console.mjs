// The console in development: the same edge, with Remix's build taken from Vite for every request.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
process.env.NODE_ENV = "development";
const vite = await createServer({ root, server: { middlewareMode: true } });
const { start } = await import("../.cache/dev/console.js");
await start({
  demo: false,
  buildDirectory: path.join(root, ".cache/dev"),
  development: {
    loadBuild: () => vite.ssrLoadModule("virtual:remix/server-build"),
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  },
});
