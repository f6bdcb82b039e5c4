/** A write pressed twice is done once: its key is taken first, in the transaction that does the work. */
import { createHash } from "node:crypto";
import { m } from "~/contract/messages";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";
import { Refusal } from "./refusal";

/** What a call did, and what has yet to be written so that a second press gets the same answer. */
export interface Done {
  data: unknown;
  kept?: KeptAnswer;
}

/** The values of `keep`. */
export type KeptAnswer = [userId: number, method: string, key: string, payloadHash: string, answer: string];

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
  const payloadHash = createHash("sha256").update(JSON.stringify(press.payload)).digest("base64url");
  // A second press waits here until the first has committed or given up.
  const taken = await prepared(tx, take, [userId, method, key, payloadHash]);
  if (taken.length === 0) {
    const [before] = await prepared<{ payload_hash: string; answer: unknown }>(tx, given, [userId, method, key]);
    if (before?.payload_hash !== payloadHash) throw new Refusal(m.ops_key_reused());
    onRepeat();
    return { data: before.answer };
  }
  const data = await work();
  return { data, kept: [userId, method, key, payloadHash, JSON.stringify(data ?? null)] };
}

export async function keepAnswer(tx: Transaction, kept: KeptAnswer): Promise<void> {
  await prepared(tx, keepFrom(1), kept);
}

const take = `
  insert into idempotency (account_id, method, key, payload_hash) values ($1, $2, $3, $4)
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
