/** A write pressed twice is done once: its key is taken in the transaction that does the work, first or with its answer. */
import { createHash } from "node:crypto";
import { m } from "~/contract/messages";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";
import { Forbidden, Invalid, NotFound, Refusal } from "./refusal";

/** What a call did, and what has yet to be written so that a second press gets the same answer. */
export interface Done {
  data: unknown;
  kept?: KeptAnswer;
}

/** What is written of an answer: `fresh` where its key is taken only then. */
export interface KeptAnswer {
  values: [userId: number, method: string, key: string, payloadHash: string, answer: string];
  fresh?: true;
}

/** The key that was to be taken with the answer was somebody's already: undone, and done anew with the key first. */
export class PressedBefore extends Error {
  override readonly name = "PressedBefore";
}

interface Press {
  userId: number;
  method: string;
  key: string;
  payload: unknown;
}

/**
 * Does the work unless this key was pressed before; then the first answer is given again, and `onRepeat` hears of it. Who
 * calls writes `kept` before the transaction ends: with the trail, so that both take one trip.
 */
export async function once(
  tx: Transaction,
  press: Press,
  work: () => Promise<unknown>,
  onRepeat: () => void = () => {},
): Promise<Done> {
  const { userId, method, key } = press;
  const payloadHash = hashOf(press);
  // A second press waits here until the first has committed or given up.
  const taken = await prepared(tx, take, [userId, method, key, payloadHash]);
  if (taken.length === 0) {
    const [before] = await prepared<{ payload_hash: string; answer: unknown }>(tx, given, [userId, method, key]);
    if (before?.payload_hash !== payloadHash) throw new Refusal(m.ops_key_reused());
    onRepeat();
    return { data: before.answer };
  }
  return doneBy(press, payloadHash, await work());
}

/**
 * As {@link once}, for work that touches nothing outside its transaction: a trip less, since the key is written with the
 * answer. Throws {@link PressedBefore} where the work is refused, which may be for what the first press did, and as
 * {@link keepAnswer} where the key turns out to be taken; then it is begun anew by `once`.
 */
export async function onceWithAnswer(press: Press, work: () => Promise<unknown>): Promise<Done> {
  const data = await work().catch((error: unknown) => {
    throw refusals.some((kind) => error instanceof kind) ? new PressedBefore("refused", { cause: error }) : error;
  });
  const { kept } = doneBy(press, hashOf(press), data);
  return { data, kept: { ...kept, fresh: true } };
}

const refusals = [Refusal, Invalid, NotFound, Forbidden];

const hashOf = ({ payload }: Press) => createHash("sha256").update(JSON.stringify(payload)).digest("base64url");

const doneBy = ({ userId, method, key }: Press, payloadHash: string, data: unknown) => ({
  data,
  kept: { values: [userId, method, key, payloadHash, JSON.stringify(data ?? null)] } satisfies KeptAnswer,
});

export async function keepAnswer(tx: Transaction, { values, fresh }: KeptAnswer): Promise<void> {
  if (!fresh) await prepared(tx, keepFrom(1), values);
  // Waits for a first press that is under way.
  else if ((await prepared(tx, keepFresh, values)).length === 0) throw new PressedBefore("the key is taken");
}

const take = `
  insert into idempotency (account_id, method, key, payload_hash) values ($1, $2, $3, $4)
  on conflict do nothing
  returning key
`;

const keepFresh = `
  insert into idempotency (account_id, method, key, payload_hash, answer) values ($1, $2, $3, $4, $5::jsonb)
  on conflict do nothing
  returning key
`;

const mine = "corp_code = current_setting('app.corp_code') and account_id = $1 and method = $2 and key = $3";
const given = `select payload_hash, answer from idempotency where ${mine}`;

/**
 * Of the row that was just taken: written so that its index finds it. A plain update is planned for the table of a first
 * morning, which is empty, and reads it whole for as long as that plan is kept. `first` is the place of its first value.
 */
export function keepFrom(first: number): string {
  const values = [0, 1, 2, 3, 4].map((after) => `$${first + after}`).join(", ");
  return `
    insert into idempotency (account_id, method, key, payload_hash, answer) values (${values}::jsonb)
    on conflict (corp_code, account_id, method, key) do update set answer = excluded.answer
  `;
}
