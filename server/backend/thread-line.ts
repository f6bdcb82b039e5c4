/** Answers the calls that the console of this process makes from its own thread. */

import type { MessagePort } from "node:worker_threads";
import { log } from "../log";
import { maxAnswer, type ThreadAnswer, type ThreadCall, tooLarge } from "../thread-call";
import type { Backend } from "./app";

export interface ThreadLine {
  /** Takes no more calls; resolves once those under way are answered. */
  close(): Promise<void>;
}

export function answerThread(port: MessagePort, backend: Pick<Backend, "answerThread">): ThreadLine {
  const underWay = new Set<Promise<void>>();
  port.on("message", (call: ThreadCall) => {
    const work = answered(call, backend).then((answer) => port.postMessage(answer));
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  return {
    async close() {
      port.removeAllListeners("message");
      await Promise.all(underWay);
      port.close();
    },
  };
}

async function answered(call: ThreadCall, backend: Pick<Backend, "answerThread">): Promise<ThreadAnswer> {
  const { id } = call;
  try {
    const { status, text } = await backend.answerThread(call);
    return { id, status, text: text.length > maxAnswer ? tooLarge : text };
  } catch (error) {
    // Whatever a method throws is an answer already: this is a fault around it.
    log("error", "backend", { message: String(error) });
    return { id, status: 500, text: "" };
  }
}
