/**
 * What is noted of every call of the dispatch API, gathered in memory and written in batches off the way of calls (`calls`
 * of the platform). Bounded: what finds no room is dropped and counted. A process that is killed loses what it had gathered.
 */
import { type CallOrigin, type CallOutcome, callSteps } from "~/contract/calls/call-log";

export interface NotedCall {
  /** "" where nobody was known: such calls are head office's. */
  corpCode: string;
  /** Account name, or the name of a connected application; "" for nobody. */
  caller: string;
  /** "" for a method that there is not. */
  method: string;
  origin: CallOrigin;
  status: number;
  ms: number;
  at: Date;
  requestId: string;
}

export type KeptCall = NotedCall & { bytes: number; outcome: CallOutcome };

/** Exact figures of an hour by method or by caller. */
export interface HourFigures {
  corpCode: string;
  /** Milliseconds since 1970 of its beginning. */
  hour: number;
  kind: "method" | "caller" | "dropped";
  name: string;
  calls: number;
  refused: number;
  failed: number;
  totalMs: number;
  maxMs: number;
  /** By the steps of {@link callSteps}, and what took longer. */
  steps: number[];
}

/** Of one method, from the start of the process on. */
export interface MethodTotals {
  ok: number;
  refused: number;
  failed: number;
  seconds: number;
}

export interface CallSettings {
  slowMs: number;
  /** One in so many of the other calls is kept; 0: none. */
  sample: number;
}

/** Rows between two batches, and hours by method and caller. */
export const mostRows = 1_000;
const mostFigures = 20_000;

const hourMs = 3_600_000;

export class CallNotes {
  settings: CallSettings = { slowMs: 1_000, sample: 100 };
  /** By method; only methods that there are, so it does not grow by what is asked. */
  readonly totals = new Map<string, MethodTotals>();
  private rows: KeptCall[] = [];
  private figures = new Map<string, HourFigures>();
  private seen = 0;

  /** `bytes` of the answer: asked of the few that are kept. */
  note(call: NotedCall, bytes: () => number): void {
    const outcome = call.status >= 500 ? "failed" : call.status >= 400 ? "refused" : "ok";
    this.count(call, "method", call.method, outcome);
    this.addToTotals(call, outcome);
    if (call.caller !== "") this.count(call, "caller", call.caller, outcome);
    this.seen += 1;
    const { slowMs, sample } = this.settings;
    const isKept = outcome !== "ok" || call.ms >= slowMs || (sample > 0 && this.seen % sample === 0);
    if (!isKept) return;
    if (this.rows.length < mostRows) this.rows.push({ ...call, outcome, bytes: bytes() });
    else this.count(call, "dropped", "", outcome);
  }

  /** What was gathered since it was last taken. */
  take(): { rows: KeptCall[]; figures: HourFigures[] } {
    const taken = { rows: this.rows, figures: [...this.figures.values()] };
    this.rows = [];
    this.figures = new Map();
    return taken;
  }

  private addToTotals({ method, ms }: NotedCall, outcome: CallOutcome): void {
    if (method === "") return;
    let own = this.totals.get(method);
    if (!own) {
      own = { ok: 0, refused: 0, failed: 0, seconds: 0 };
      this.totals.set(method, own);
    }
    own[outcome] += 1;
    own.seconds += ms / 1_000;
  }

  private count({ corpCode, at, ms }: NotedCall, kind: HourFigures["kind"], name: string, outcome: CallOutcome): void {
    const hour = Math.floor(at.getTime() / hourMs) * hourMs;
    const key = `${corpCode}\n${hour}\n${kind}\n${name}`;
    let own = this.figures.get(key);
    if (!own) {
      // One place is left for what is dropped.
      if (this.figures.size >= mostFigures && kind !== "dropped") return;
      const none = { calls: 0, refused: 0, failed: 0, totalMs: 0, maxMs: 0 };
      own = { corpCode, hour, kind, name, ...none, steps: new Array<number>(callSteps.length + 1).fill(0) };
      this.figures.set(key, own);
    }
    own.calls += 1;
    if (outcome === "refused") own.refused += 1;
    if (outcome === "failed") own.failed += 1;
    own.totalMs += ms;
    own.maxMs = Math.max(own.maxMs, ms);
    const step = callSteps.findIndex((most) => ms <= most);
    const place = step < 0 ? callSteps.length : step;
    own.steps[place] = (own.steps[place] ?? 0) + 1;
  }
}
