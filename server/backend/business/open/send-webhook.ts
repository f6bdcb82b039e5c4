/** Sends one webhook, signed, and says what came of it: of orders to applications, of messages to other systems of the corp. */
import { openHeaders } from "~/contract/open-wire";
import type { JobRun } from "../../jobs/kind";
import type { Claimed, Sent } from "../../jobs/outbox";
import { postFromOutbox } from "./post";
import { signatureOf } from "./signature";

/** Seconds in which nobody else takes what a run has claimed; a receiver is waited for five. */
export const lease = 60;

interface Told extends Claimed {
  /** The body. */
  told: Readonly<Record<string, unknown>>;
}

interface Receiver {
  code: string;
  url: string;
  secret: string;
}

export async function sendWebhook(run: JobRun, due: Told, receiver: Receiver | undefined): Promise<Sent> {
  const { id, attempts, told } = due;
  if (!receiver || !URL.canParse(receiver.url)) return { delivered: false, outcome: "no address" };
  const body = JSON.stringify(told);
  const url = new URL(receiver.url);
  const timestamp = String(Date.now());
  const nonce = `${id}-${attempts}-${timestamp}`;
  const signed = { verb: "POST", target: url.pathname + url.search, timestamp, nonce, body };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    [openHeaders.corp]: run.corpCode,
    [openHeaders.app]: receiver.code,
    [openHeaders.timestamp]: timestamp,
    [openHeaders.nonce]: nonce,
    [openHeaders.signature]: signatureOf(receiver.secret, signed),
  };
  return postFromOutbox({ url, headers, body, allowPrivate: run.webhooksToPrivate });
}
