/** Notes a call that was answered: who called what, how long it took and how it ended. Nothing of what it carried. */
import { openMethod } from "~/contract/open-wire";
import { visitorHeader } from "../../visitor";
import type { Answer } from "./answers";
import type { Caller } from "./call";
import type { Kernel } from "./run";

interface Answered {
  method: string;
  /** Null where it came to nobody. */
  caller: Caller | null;
  headers: Pick<Headers, "get">;
  requestId: string;
  /** By the clock of `performance`. */
  started: number;
}

export function noteCall(
  kernel: Kernel,
  { method, caller, headers, requestId, started }: Answered,
  answer: Answer,
): void {
  const isKnown = caller !== null && (caller.userId !== 0 || caller.application !== undefined);
  kernel.calls.note(
    {
      // Of whoever is not signed in, the corp is a mere claim.
      corpCode: isKnown ? caller.corpCode : "",
      caller: isKnown ? (caller.application ? caller.name : caller.accName) : "",
      method,
      origin: method === openMethod ? "open" : headers.get(visitorHeader) ? "page" : "program",
      status: answer.status,
      ms: Math.round(performance.now() - started),
      at: kernel.now(),
      requestId,
    },
    () => Buffer.byteLength(JSON.stringify(answer.body)),
  );
}
