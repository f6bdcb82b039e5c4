/** Two workers on a data directory, until the test kills the process. */
import { createWorker } from "~server/backend/jobs/worker";
import { openBackendIn } from "~tests/support/backend";
import { probe } from "./probe-job";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("Name the data directory.");
const { database } = await openBackendIn(dataDir);
const kind: typeof probe = {
  ...probe,
  run(run, payload) {
    process.stdout.write("working\n");
    return probe.run(run, payload);
  },
};
for (const _ of ["one", "two"]) createWorker({ database, kinds: [kind], pollEvery: 100 }).start();
// The workers' own clocks keep no process alive.
setInterval(() => {}, 60_000);
