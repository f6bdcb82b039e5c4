/** Sends one webhook, signed, and says what came of it: of orders to applications, of messages to other systems of the corp. */
import { openHeaders } from "~/contract/open-wire";
import type { JobRun } from "../../jobs/kind";
import { post } from "./post";
import { signatureOf } from "./signature";

/** Seconds in which nobody else takes what a run has claimed. */
export const lease = 60;
/** Seconds after each attempt that failed: nine in about a day. */
export const waits = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200];

export interface Outcome {
  id: number;
  attempts: number;
  delivered: boolean;
  outcome: string;
}

interface Due {
  id: number;
  attempts: number;
  /** The body. */
  told: Readonly<Record<string, unknown>>;
}

interface Receiver {
  code: string;
  url: string;
  secret: string;
}

export async function sendWebhook(run: JobRun, due: Due, receiver: Receiver | undefined): Promise<Outcome> {
  const { id, attempts, told } = due;
  if (!receiver || !URL.canParse(receiver.url)) return { id, attempts, delivered: false, outcome: "no address" };
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
  try {
    const status = await post({ url, headers, body, allowPrivate: run.webhooksToPrivate });
    return { id, attempts, delivered: status >= 200 && status < 300, outcome: `HTTP ${status}` };
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: string };
    return { id, attempts, delivered: false, outcome: String(code ?? name ?? "error").slice(0, 60) };
  }
}
