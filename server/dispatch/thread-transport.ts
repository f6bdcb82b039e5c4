/** Calls of the backend that runs in another thread of this process, by a message port in place of HTTP. */
import type { MessagePort } from "node:worker_threads";
import { type ThreadAnswer, type ThreadCall, tooLarge } from "../thread-call";
import type { RawAnswer } from "./outcome";
import type { Outgoing } from "./transport";

interface Waiting {
  resolve: (answer: RawAnswer) => void;
  reject: (error: Error) => void;
}

export class ThreadTransport {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private closed = false;

  constructor(private readonly port: MessagePort) {
    port.on("message", ({ id, status, text }: ThreadAnswer) => {
      if (text === tooLarge) this.waiting.get(id)?.reject(new Error("The answer is too large."));
      else this.waiting.get(id)?.resolve({ status, text });
    });
    port.on("close", () => {
      this.closed = true;
      for (const { reject } of this.waiting.values()) reject(new Error("The backend has ended."));
    });
    // The worker keeps the process alive, not the line to it.
    port.unref();
  }

  /** As {@link send} of `transport.ts`: rejects where no whole answer came. Files go by HTTP. */
  send({ url, method, headers, timeout, signal }: Outgoing, body: string | undefined): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new Error("The backend has ended.");
      if (signal?.aborted) throw new Error("The call was given up.");
      this.lastId += 1;
      const id = this.lastId;
      const late = setTimeout(() => over(() => reject(new Error(`No answer within ${timeout} ms.`))), timeout);
      const givenUp = () => over(() => reject(new Error("The call was given up.")));
      const over = (end: () => void) => {
        clearTimeout(late);
        signal?.removeEventListener("abort", givenUp);
        this.waiting.delete(id);
        end();
      };
      signal?.addEventListener("abort", givenUp);
      this.waiting.set(id, {
        resolve: (answer) => over(() => resolve(answer)),
        reject: (error) => over(() => reject(error)),
      });
      const call: ThreadCall = { id, path: url.pathname + url.search, method, headers };
      this.port.postMessage(body === undefined ? call : { ...call, body });
    });
  }
}
