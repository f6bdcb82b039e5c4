// A load generator in a process of its own: keep-alive connections over loopback, a bounded number of requests.
import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { percentile } from "./machine.mjs";

/**
 * Sends `requests` ({path, method, headers, body}) in turn, `count` in all (each once where left out), over `connections`
 * at a time, for at most `seconds`. Answers what came back and how long each took, in milliseconds.
 */
export function load({ url, requests, count = requests.length, connections = 1, seconds = 60 }) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ["worker"], { serialization: "advanced" });
    child.once("message", (result) => {
      resolve(result);
      child.disconnect();
    });
    child.once("error", reject);
    child.once("exit", (code) => code !== 0 && reject(new Error(`the load generator ended with ${code}`)));
    child.send({ url, requests, count, connections, seconds });
  });
}

async function work({ url, requests, count, connections, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const times = [];
  const statuses = {};
  let last = "";
  let next = 0;
  const until = performance.now() + seconds * 1000;
  const one = async () => {
    while (next < count && performance.now() < until) {
      const asked = requests[next % requests.length];
      next += 1;
      const started = performance.now();
      const { status, text } = await send(agent, hostname, port, asked);
      times.push(performance.now() - started);
      statuses[status] = (statuses[status] ?? 0) + 1;
      last = text;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = performance.now() - started;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    done: times.length,
    statuses,
    perSecond: (times.length / elapsed) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    last: last.slice(0, 2_000),
  };
}

function send(agent, hostname, port, { path, method = "GET", headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const outgoing = request(
      { agent, hostname, port, path, method, headers: { ...headers, ...length } },
      (incoming) => {
        const chunks = [];
        incoming.on("data", (chunk) => chunks.push(chunk));
        incoming.on("end", () => resolve({ status: incoming.statusCode, text: Buffer.concat(chunks).toString() }));
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

if (process.argv[2] === "worker")
  process.once("message", (asked) => work(asked).then((result) => process.send(result)));
