/** What a step does is done by the method of whoever owns it: with its right, its checks and its own entries in the log. */
import { m } from "~/contract/messages";
import type { AnswerOf, Method, PayloadOf } from "~/contract/method";
import { isFunctionOn } from "./access";
import { nothingChanged } from "./audit";
import { lackingRight } from "./lacking-right";
import { Forbidden, Invalid, RefusedButKept } from "./refusal";
import { fieldErrors } from "./run";
import { type Call, handlerOf, type Served } from "./served";

/** Why the caller may not call a method, in a sentence; "" where they may. */
export async function lacking(call: Call, { access }: Method, isNew = true): Promise<string> {
  if (typeof access !== "object") return "";
  const button = (isNew && access.newButton) || access.button;
  if (!button || (await call.may(button)))
    for (const fun of [access.fun].flat()) if ((await call.opens(fun)) && (await isFunctionOn(call.db, fun))) return "";
  return lackingRight(call.db, { userId: call.caller.userId, access, isNew });
}

/** Runs within the caller's transaction; refuses as the method itself would. */
export async function act<M extends Method>(
  call: Call,
  served: readonly Served[],
  method: M,
  payload: PayloadOf<M>,
  ahead?: unknown,
): Promise<AnswerOf<M>> {
  const isNew = (payload as { id?: unknown }).id === undefined;
  const why = await lacking(call, method, isNew);
  if (why !== "") throw new Forbidden(why);
  const read = method.payload.safeParse(payload);
  if (!read.success) throw new Invalid(fieldErrors(read.error));
  const own: Call = {
    ...call,
    audit: (entry) => call.audit(entry === nothingChanged ? entry : { ...entry, by: method }),
  };
  const answer = await handlerOf(served, method)(own, read.data, ahead);
  if (answer instanceof RefusedButKept) throw answer.refusal;
  return answer as AnswerOf<M>;
}

/** As {@link act}, of a method that saves a row: its fields are read by its schema. Answers the row's id. */
export async function saved(
  call: Call,
  served: readonly Served[],
  method: Method,
  fields: Record<string, unknown>,
): Promise<number> {
  return ((await act(call, served, method, fields as PayloadOf<Method>)) as { id: number }).id;
}

/** Says what is wrong with one of several under its place: `name` of the third of `people` is `people.2.name`. */
export async function placed<T>(place: string, names: Record<string, string>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const entries = Object.entries(error.errors).map(([field, messages]) => {
      const name = names[field];
      return [name ? `${place}.${name}` : "", messages] as const;
    });
    // Of what the form does not ask for, the sentence stands over it.
    throw new Invalid(Object.fromEntries(entries.length > 0 ? entries : [["", [m.v_invalid()]]]));
  }
}
