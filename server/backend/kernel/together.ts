/** Several reads in one trip and, where they allow it, in one transaction: what a page asks. */
import type { z } from "zod";
import { m } from "~/contract/messages";
import { lookupsInTrips, type readTogether } from "~/contract/platform/together";
import { sqlState, type Transaction } from "../db/database";
import type { Authentication } from "./access";
import { type Answer, refused, succeeded } from "./answers";
import { Unreadable } from "./body";
import { noteCall } from "./note-call";
import { Invalid, NotFound } from "./refusal";
import { type Asked, fieldErrors, type Kernel, MethodRun } from "./run";

type One = z.output<typeof readTogether.payload>["calls"][number];
type Finish = () => Promise<unknown>;

interface Part {
  place: number;
  /** In the transaction of all; answers what is left to do after it. Absent: it takes one of its own. */
  within?: (tx: Transaction, authentication: Authentication) => Promise<Finish>;
  alone: Finish;
}

/** The answers in the order of the calls, each as it would have come by itself. */
export async function answerTogether(kernel: Kernel, asked: Asked): Promise<Answer[]> {
  const own = new MethodRun(kernel, asked);
  const { parsed } = own.read();
  const calls = parsed.success ? (parsed.data as z.output<typeof readTogether.payload>).calls : [];
  const parts = calls.map((one, place): Part => ({ place, ...partOf(kernel, asked, one) }));
  const shared = parts.filter(({ within }) => within);
  const answers: Answer[] = [];
  const took: number[] = [];
  let caller: Authentication["caller"] | null = null;
  const timed = async (place: number, finish: Finish): Promise<Answer> => {
    const started = performance.now();
    const answer = await answerOf(finish, asked.requestId);
    took[place] = (took[place] ?? 0) + performance.now() - started;
    return answer;
  };
  // The first transaction says who calls, whatever is asked.
  do {
    const finishes: [number, Finish][] = [];
    await kernel.database.system(
      async (tx) => {
        const authentication = await own.callerOf(tx);
        caller = authentication.caller;
        if (!parsed.success) throw new Invalid(fieldErrors(parsed.error));
        for (let part = shared.shift(); part?.within; part = shared.shift()) {
          const started = performance.now();
          try {
            finishes.push([part.place, await part.within(tx, authentication)]);
            took[part.place] = performance.now() - started;
          } catch (error) {
            took[part.place] = performance.now() - started;
            answers[part.place] = refused(error, asked.requestId);
            // After an error of the database the transaction answers nothing more: the others get another one.
            if (sqlState(error)) return;
          }
        }
      },
      { readOnly: true },
    );
    for (const [place, finish] of finishes) answers[place] = await timed(place, finish);
  } while (shared.length > 0);
  for (const { place, alone } of parts) answers[place] ??= await timed(place, alone);
  for (const [place, { method }] of calls.entries()) {
    const answer = answers[place];
    const { headers, requestId } = asked;
    const started = performance.now() - (took[place] ?? 0);
    if (answer) noteCall(kernel, { method, caller, headers, requestId, started }, answer);
  }
  return answers;
}

function partOf(kernel: Kernel, asked: Asked, { business, method, fields }: One): Omit<Part, "place"> {
  const lookup = lookupsInTrips.includes(method) ? kernel.lookups.get(method) : undefined;
  if (lookup) {
    const url = new URL(`${method}?${new URLSearchParams(fields)}`, "http://trip");
    const within = async (tx: Transaction) => {
      const data = await lookup(tx, url, asked.locale);
      return async () => data;
    };
    return { within, alone: refusing(new NotFound()) };
  }
  const served = kernel.served.get(`${business}/${method}`);
  if (!served) return { alone: refusing(new NotFound(m.ops_unknown_method({ name: method }))) };
  if (served.method.writes || served.together) return { alone: refusing(new Unreadable(400, m.ops_bad_body())) };
  const { corpCode } = asked.body;
  const run = new MethodRun(kernel, { ...asked, served, body: { method, corpCode, fields, json: false } });
  const alone = () => run.answer();
  if (!run.mayShare) return { alone };
  const within = async (tx: Transaction, authentication: Authentication) => {
    const performed = await run.answerWithin(tx, authentication);
    return () => run.conclude(performed, authentication);
  };
  return { within, alone };
}

const refusing = (error: Error): Finish => {
  return async () => {
    throw error;
  };
};

async function answerOf(work: Finish, requestId: string): Promise<Answer> {
  try {
    return succeeded(await work());
  } catch (error) {
    return refused(error, requestId);
  }
}
