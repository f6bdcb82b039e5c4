// What the figures were taken on, and small helpers to print them.
import { readFileSync } from "node:fs";
import os from "node:os";

export function describeMachine() {
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GB`;
  return `${os.availableParallelism()} cores ${cpu?.model.trim()}, ${memory}, ${os.platform()} ${os.release()}, Node ${process.version}`;
}

/** Load of the last minute: figures taken beside other work tell that they were. */
export function describeLoad() {
  return `load average ${os.loadavg()[0]?.toFixed(2)}`;
}

/** Resident megabytes of a process; null where the system does not tell. */
export function residentMegabytes(pid) {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function print(label, value, note = "") {
  console.log(`  ${label.padEnd(58)} ${String(value).padStart(12)} ${note}`);
}
