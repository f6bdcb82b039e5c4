/** How a console ends: by one signal, whatever started it, and with an answer for whoever waits. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Says that this node takes no more, and closes kept connections as they come by. */
export class Stopping {
  private readonly told = new AbortController();
  private away = false;

  get isUnderWay(): boolean {
    return this.told.signal.aborted;
  }

  /** For answers that would go on. */
  get signal(): AbortSignal {
    return this.told.signal;
  }

  /** From here on the node calls itself not ready. */
  begin(): void {
    this.told.abort();
  }

  /**
   * So many seconds of it: requests are taken, and in the last of them only those that change something. A page that is asked
   * for then is cut off: a balancer asks another node for it, since that is safe, and sends this one nothing for a while. So no
   * sale is on its way here when it stops to listen.
   */
  async drain(seconds: number): Promise<void> {
    const away = Math.min(1, seconds / 2);
    await new Promise((resolve) => setTimeout(resolve, (seconds - away) * 1_000));
    this.away = true;
    await new Promise((resolve) => setTimeout(resolve, away * 1_000));
  }

  sendsAway({ method }: IncomingMessage): boolean {
    return this.away && (method === "GET" || method === "HEAD");
  }

  /** Whoever asks on a kept connection is told to take another one next time. */
  tell(response: ServerResponse): void {
    if (this.isUnderWay) response.setHeader("connection", "close");
  }
}

const lookEvery = 20;

/**
 * A connection that the system has taken and this process has not is cut when it stops to listen: whoever sent a sale on it
 * would not know. After a turn of the loop in which next to nothing was done none is waiting.
 */
async function noneWaits(): Promise<void> {
  const quiet = 0.5;
  for (let turn = 0; turn < 2_000; turn += 1) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - began < quiet) return;
  }
}

/** When each open connection came, from now on: called before the server listens. */
export function connectionsOf(server: Server): ReadonlyMap<Socket, number> {
  const open = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    open.set(socket, performance.now());
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/** Milliseconds in which a connection that has said nothing may still begin. */
const mayBegin = 1_000;

/**
 * Resolves once what is under way is answered; a connection ends when it has nothing more to answer. Browsers open some for a
 * page that may come and say nothing on them: Node calls these busy for a minute, so they are cut here.
 */
export async function drained(server: Server, connections: ReadonlyMap<Socket, number>): Promise<void> {
  await noneWaits();
  await new Promise<void>((resolve) => {
    const look = () => {
      server.closeIdleConnections();
      for (const [socket, since] of connections)
        if (socket.bytesRead === 0 && performance.now() - since > mayBegin) socket.destroy();
    };
    const again = setInterval(look, lookEvery);
    server.close(() => {
      clearInterval(again);
      resolve();
    });
    look();
  });
}

export interface Signals {
  /** Seconds for which it still takes requests after a SIGTERM; a Ctrl-C does not wait. */
  drainSeconds: number;
  /** Seconds for what is under way. */
  stopSeconds: number;
  close: (drainSeconds: number) => Promise<void>;
}

/** Ends the process at a signal, or when the npm that started it is gone: 0, or 1 where work had to be broken off. */
export function endAtSignal({ drainSeconds, stopSeconds, close }: Signals): void {
  let stopping = false;
  const stop = (drain: number) => {
    if (stopping) return;
    stopping = true;
    console.log(drain > 0 ? `Stopping: no longer ready, requests are taken for ${drain} s more…` : "Stopping…");
    const late = setTimeout(
      () => {
        console.error(
          `Stopped by force: something was still under way after ${stopSeconds} s. It was not answered. STOP_SECONDS grants more.`,
        );
        process.exit(1);
      },
      (drain + stopSeconds) * 1_000,
    );
    late.unref();
    close(drain).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(drainSeconds));
  if (process.env.npm_lifecycle_event) whenParentIsGone(() => stop(drainSeconds));
}

/** npm ends at a signal without handing it on: its shell goes with it, and the console would go on with nobody to end it. */
function whenParentIsGone(stop: () => void): void {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, 250);
  look.unref();
}
