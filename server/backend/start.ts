/** Starts the embedded backend in its worker thread and waits until it answers. */
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { BackendMessage, BackendSettings, RunningBackend } from "./run-backend";

export interface WorkerData {
  settings: BackendSettings;
  /** Where calls of the other thread come in. */
  calls: MessagePort;
}

/** The backend as the thread that started it sees it. */
export interface BackendThread extends RunningBackend {
  calls: MessagePort;
}

/** `worker` is the built file of worker.ts. */
export function startBackend(
  worker: URL,
  settings: BackendSettings,
  onDeath: (message: string) => void,
): Promise<BackendThread> {
  return new Promise((resolve, reject) => {
    const { port1: calls, port2 } = new MessageChannel();
    const workerData: WorkerData = { settings, calls: port2 };
    const thread = new Worker(worker, { workerData, transferList: [port2] });
    let ready = false;
    let closing = false;
    thread.on("message", (message: BackendMessage) => {
      if (message.kind === "failed") reject(new Error(message.message));
      if (message.kind !== "ready") return;
      ready = true;
      const { url, firstPassword, accounts, timeZone } = message;
      resolve({
        url,
        firstPassword,
        accounts,
        timeZone,
        calls,
        async close() {
          closing = true;
          const closed = new Promise<void>((done) => thread.once("exit", () => done()));
          thread.postMessage("close");
          // A little before the process ends by force.
          const late = setTimeout(() => void thread.terminate(), (settings.stopSeconds ?? 10) * 900);
          await closed;
          clearTimeout(late);
        },
      });
    });
    const died = (message: string) => {
      if (!ready) reject(new Error(message));
      else if (!closing) onDeath(message);
    };
    thread.on("error", (error) => died(error.message));
    thread.on("exit", (code) => died(`The backend ended with code ${code}.`));
  });
}
