/** Calls of those that are no browsers (gate devices, connected applications), handed to the dispatch API as they came. */
import { randomBytes } from "node:crypto";
import type { Business } from "~/contract/method";
import { defaultPaths } from "~/contract/wire";
import type { DispatchSettings } from "../dispatch/client";
import { send } from "../dispatch/transport";
import { log } from "../log";

interface Carried {
  business: Business;
  /** Media type of the body. */
  type: string;
  body: string;
  /** What the log calls them. */
  at: string;
}

/** Milliseconds. */
const patience = 20_000;

export const answerHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Null where no answer came. */
export async function carry(
  dispatch: DispatchSettings,
  request: Request,
  { business, type, body, at }: Carried,
): Promise<Response | null> {
  const requestId = randomBytes(6).toString("hex");
  const outgoing = {
    url: new URL(dispatch.paths?.[business] ?? defaultPaths[business], dispatch.baseUrl),
    method: "POST" as const,
    headers: {
      accept: "application/json",
      "accept-language": request.headers.get("accept-language") ?? "",
      "content-type": type,
      "x-request-id": requestId,
    },
    timeout: dispatch.timeout ?? patience,
    repeatable: false,
  };
  try {
    const answer = await (dispatch.thread ? dispatch.thread.send(outgoing, body) : send({ ...outgoing, body }));
    return new Response(answer.text, {
      status: answer.status,
      headers: { ...answerHeaders, "x-request-id": requestId },
    });
  } catch (error) {
    log("warn", at, { requestId, message: String(error) });
    return null;
  }
}
