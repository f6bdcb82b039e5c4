/** Starts a thread that reads foreign files. */
import { Worker } from "node:worker_threads";
import { threadFile } from "../../thread-file";
import { heapMegabytes } from "./parse-pool";

export async function startParser(): Promise<Worker> {
  const file = await threadFile("parser", "./backend/parsing/parse-worker.ts");
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
}
