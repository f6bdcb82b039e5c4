// Preloaded into the console that is measured (`--import`): at SIGUSR2 every thread collects its garbage, and the main one
// says what all of them have left, in a file. What only waits to be collected is not growth.
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

function left() {
  // A second round takes what the first one's finalizers let go.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { heapUsed, external };
}

const channel = new BroadcastChannel("collect");
if (isMainThread) {
  const file = process.env.COLLECTED ?? "";
  let threads = {};
  channel.onmessage = ({ data }) => {
    if (data.left) threads[data.thread] = data.left;
  };
  process.on("SIGUSR2", () => {
    threads = { 0: left() };
    channel.postMessage("collect");
    // The others answer as soon as their turn comes.
    setTimeout(() => {
      writeFileSync(`${file}.new`, JSON.stringify(threads));
      renameSync(`${file}.new`, file);
    }, 2_000);
  });
} else {
  channel.onmessage = ({ data }) => {
    if (data === "collect") channel.postMessage({ thread: threadId, left: left() });
  };
}
channel.unref();
