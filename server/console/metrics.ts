/** What Prometheus is told of requests, and who may ask. */
import { timingSafeEqual } from "node:crypto";
import { version } from "../version";

/** Seconds; the last bucket has all. */
const bounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts from the start of the process on, as Prometheus wants it. */
export class RequestCounts {
  private readonly byStatus = new Map<string, number>();
  private readonly buckets = bounds.map(() => 0);
  private seconds = 0;
  private count = 0;

  note(status: number, milliseconds: number): void {
    const kind = `${Math.floor(status / 100)}xx`;
    this.byStatus.set(kind, (this.byStatus.get(kind) ?? 0) + 1);
    const seconds = milliseconds / 1_000;
    this.seconds += seconds;
    this.count += 1;
    for (const [place, bound] of bounds.entries())
      if (seconds <= bound) this.buckets[place] = (this.buckets[place] ?? 0) + 1;
  }

  text(): string {
    const statuses = [...this.byStatus].map(([kind, count]) => `console_requests_total{status="${kind}"} ${count}`);
    const buckets = bounds.map(
      (bound, place) => `console_request_seconds_bucket{le="${bound}"} ${this.buckets[place]}`,
    );
    return [
      "# HELP console_info The version that runs.\n# TYPE console_info gauge",
      `console_info{version="${version}"} 1`,
      "# HELP console_requests_total Pages and actions by the class of their status.\n# TYPE console_requests_total counter",
      ...statuses,
      "# HELP console_request_seconds How long they took.\n# TYPE console_request_seconds histogram",
      ...buckets,
      `console_request_seconds_bucket{le="+Inf"} ${this.count}`,
      `console_request_seconds_sum ${this.seconds.toFixed(3)}`,
      `console_request_seconds_count ${this.count}`,
      "",
    ].join("\n");
  }
}

export interface Asking {
  /** Of the socket. */
  address: string;
  headers: Headers;
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;
/** A proxy on this machine asks from a loopback address for whoever asked it. */
const ofProxies = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/** With a token whoever has it; without one this machine alone, and nobody through a proxy. */
export function mayReadMetrics({ address, headers }: Asking, token: string): boolean {
  if (token === "") return loopback.test(address) && !ofProxies.some((name) => headers.has(name));
  const given = Buffer.from(headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
