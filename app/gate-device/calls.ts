/** The device's methods, through the console that served the page. */
import type { AnswerOf, PayloadOf } from "~/contract/method";
import type * as contract from "~/contract/ticket/gate-device";

type Methods = Pick<
  typeof contract,
  "deviceBegin" | "deviceBeat" | "deviceCheck" | "deviceTakeBack" | "deviceUpload" | "devicePackage"
>;
export type Answer<N extends keyof Methods> = AnswerOf<Methods[N]>;
export type KnownGate = NonNullable<Answer<"deviceBeat">["gate"]>;
export type PackedTicket = Answer<"devicePackage">["tickets"][number];
export type PackedCard = Answer<"devicePackage">["cards"][number];

/** The server was reached, and refused. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** No line, or none that carries an answer in time. */
export class NoLine extends Error {}

export interface Caller {
  corpCode: string;
  locale: string;
}

/** Milliseconds for a check while somebody stands at the gate, and for everything else. */
const [patience, forWork] = [2_500, 20_000];

export async function call<N extends keyof Methods>(
  { corpCode, locale }: Caller,
  method: N,
  payload: PayloadOf<Methods[N]>,
): Promise<Answer<N>> {
  const limit = AbortSignal.timeout(method === "deviceCheck" ? patience : forWork);
  const answer = await fetch("/gate-device/call", {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": locale },
    body: JSON.stringify({ ...payload, method, corpCode }),
    credentials: "omit",
    cache: "no-store",
    signal: limit,
  })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
    .catch((error) => Promise.reject(new NoLine(String(error))));
  const { status, body } = answer;
  // A gateway between here and the server is no answer of it.
  if (status >= 500 || typeof body !== "object" || body === null) throw new NoLine(`${status}`);
  if (status >= 300) throw new Refused(status, String(body.message ?? ""));
  return body.data as Answer<N>;
}
