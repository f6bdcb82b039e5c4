/** The embedded backend in a thread of its own: what PGlite computes does not hold up the console. */
import { parentPort, workerData } from "node:worker_threads";
import { type BackendMessage, runBackend } from "./run-backend";
import type { WorkerData } from "./start";

const port = parentPort;
if (!port) throw new Error("The backend runs as a worker.");
const tell = (message: BackendMessage) => port.postMessage(message);

const { settings, calls } = workerData as WorkerData;

runBackend(settings, calls)
  .then((running) => {
    port.on("message", async (message: "close") => {
      if (message !== "close") return;
      await running.close();
      tell({ kind: "closed" });
      port.close();
    });
    const { url, firstPassword, accounts, timeZone } = running;
    tell({ kind: "ready", url, firstPassword, accounts, timeZone });
  })
  .catch((error: unknown) => {
    tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    port.close();
  });
