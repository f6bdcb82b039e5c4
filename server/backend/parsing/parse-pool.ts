/**
 * Threads that read foreign files, so that no upload holds the thread on which sales are made: few of them, each with
 * limits of time and memory, and a bounded number of files that wait.
 */
import type { Transferable, Worker } from "node:worker_threads";
import type { ParseMessage } from "./messages";
import { NotParsed } from "./not-parsed";

export interface ParseLimits {
  /** Threads at once. */
  workers: number;
  /** Files that may wait for a thread; one more is refused. */
  waiting: number;
  /** Milliseconds that one file may take. */
  time: number;
  /** Milliseconds after which a thread without work ends. */
  idle: number;
}

export const usualLimits: ParseLimits = { workers: 2, waiting: 32, time: 20_000, idle: 60_000 };

/** Of V8's heap, megabytes; what libvips takes beside it is bounded by the number of pixels. */
export const heapMegabytes = 512;

interface Task {
  request: unknown;
  transfer: readonly Transferable[];
  onPart: (part: unknown) => void;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export class ParsePool {
  private readonly idle = new Map<Worker, NodeJS.Timeout>();
  private readonly waiting: Task[] = [];
  private busy = 0;

  constructor(
    private readonly start: () => Promise<Worker>,
    private readonly limits: ParseLimits = usualLimits,
  ) {}

  /** What the thread answers; throws {@link NotParsed}. A long answer comes in parts before its end. */
  run(
    request: unknown,
    transfer: readonly Transferable[] = [],
    onPart: (part: unknown) => void = () => {},
  ): Promise<unknown> {
    const { workers, waiting } = this.limits;
    if (this.busy >= workers && this.waiting.length >= waiting) return Promise.reject(new NotParsed("busy"));
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, transfer, onPart, resolve, reject });
      this.next();
    });
  }

  /** Ends the threads that have no work. */
  async close(): Promise<void> {
    const ending = [...this.idle.keys()];
    for (const worker of ending) this.takeFromIdle(worker);
    await Promise.all(ending.map((worker) => worker.terminate()));
  }

  private next(): void {
    while (this.busy < this.limits.workers) {
      const task = this.waiting.shift();
      if (!task) return;
      this.busy += 1;
      void this.work(task).finally(() => {
        this.busy -= 1;
        this.next();
      });
    }
  }

  /** Its promise ends when the thread is free again, or gone: only then may another take its place. */
  private async work(task: Task): Promise<void> {
    try {
      const worker = this.firstIdle() ?? (await this.started());
      const isWell = await this.within(worker, task);
      if (isWell) this.rest(worker);
      else await worker.terminate();
    } catch (error) {
      task.reject(error instanceof Error ? error : new NotParsed("failed", String(error)));
    }
  }

  /** Answers whether the thread may be given another file. */
  private within(worker: Worker, { request, transfer, onPart, resolve, reject }: Task): Promise<boolean> {
    return new Promise((settle) => {
      const end = (isWell: boolean, tell: () => void) => {
        clearTimeout(timer);
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        tell();
        settle(isWell);
      };
      const onMessage = (message: ParseMessage) => {
        if (message.kind === "part") onPart(message.value);
        if (message.kind === "done") end(true, () => resolve(message.value));
        if (message.kind === "failed")
          end(true, () => reject(new NotParsed("failed", message.message, message.unreadable)));
      };
      const onError = (error: Error) => {
        const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
        end(false, () => reject(new NotParsed(isMemory ? "memory" : "failed", error.message)));
      };
      const onExit = () => end(false, () => reject(new NotParsed("failed", "The thread ended.")));
      const timer = setTimeout(() => end(false, () => reject(new NotParsed("time"))), this.limits.time);
      worker.on("message", onMessage).on("error", onError).on("exit", onExit);
      worker.ref();
      worker.postMessage(request, transfer);
    });
  }

  private async started(): Promise<Worker> {
    const worker = await this.start();
    // Told to whoever waits; without a listener it would end the process.
    worker.on("error", () => this.takeFromIdle(worker));
    worker.on("exit", () => this.takeFromIdle(worker));
    return worker;
  }

  private rest(worker: Worker): void {
    worker.unref();
    const timer = setTimeout(() => {
      this.takeFromIdle(worker);
      void worker.terminate();
    }, this.limits.idle);
    timer.unref();
    this.idle.set(worker, timer);
  }

  private firstIdle(): Worker | undefined {
    const [worker] = this.idle.keys();
    if (worker) this.takeFromIdle(worker);
    return worker;
  }

  private takeFromIdle(worker: Worker): void {
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
  }
}
