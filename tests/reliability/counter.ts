/** Somebody at a counter of a running console: signs in and sells, by the pages' own JSON. */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

export interface Answered {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
  ms: number;
}

export interface Counter {
  /** One ticket; answers what came back. The same key is the same sale. */
  sell(key?: string): Promise<Answered>;
  /** A form of any page. */
  post(path: string, fields: Record<string, string>): Promise<Answered>;
  get(path: string): Promise<Answered>;
}

/** `url` is that of the console or of what stands before it. */
export async function openCounter(url: string, accName: string, password: string): Promise<Counter> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const ask = (path: string, cookie: string, fields?: Record<string, string>): Promise<Answered> => {
    const started = performance.now();
    const body = fields && new URLSearchParams(fields).toString();
    const headers = {
      cookie,
      accept: "application/json",
      ...(body && { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) }),
    };
    return new Promise((resolve, reject) => {
      const asked = request(new URL(path, url), { method: body ? "POST" : "GET", agent, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers, ms: performance.now() - started }),
        );
      });
      asked.on("error", reject).end(body);
    });
  };
  const entered = await ask("/login", "", { accName, password });
  const cookie = [entered.headers["set-cookie"] ?? []]
    .flat()
    .map((one) => one.split(";")[0])
    .join("; ");
  if (entered.status >= 400)
    throw new Error(`${accName} could not sign in: ${entered.status} ${entered.text.slice(0, 300)}`);
  const page = "/inside/buyTktList";
  const shown = await ask(page, cookie);
  if (shown.status !== 200) throw new Error(`no counter: ${shown.status} ${shown.text.slice(0, 300)}`);
  const { counter } = JSON.parse(shown.text) as {
    counter: { today: string; offers: { ticketTypeId: number; left?: number }[] };
  };
  const offer = counter.offers[0]?.ticketTypeId;
  return {
    sell: (key = randomUUID()) =>
      ask(page, cookie, {
        ...{ intent: "sell", visitDay: counter.today, paymentType: "cash" },
        ...{ [`quantity.${offer}`]: "1", idempotencyKey: key },
      }),
    post: (path, fields) => ask(path, cookie, fields),
    get: (path) => ask(path, cookie),
  };
}

/** What a sale that went through answers: the way to its tickets. */
export const isSold = ({ status, text }: Answered) => status === 200 && text.includes("redirectTo");
