/** A write pressed twice is done once: its key is taken first, in the transaction that does the work. */
import { createHash } from "node:crypto";
import { m } from "~/contract/messages";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";
import { Refusal } from "./refusal";

interface Press {
  userId: number;
  method: string;
  key: string;
  payload: unknown;
}

/** Does the work unless this key was pressed before; then the first answer is given again, and `onRepeat` hears of it. */
export async function once(
  tx: Transaction,
  press: Press,
  work: () => Promise<unknown>,
  onRepeat: () => void = () => {},
): Promise<unknown> {
  const { userId, method, key } = press;
  const payloadHash = createHash("sha256").update(JSON.stringify(press.payload)).digest("base64url");
  // A second press waits here until the first has committed or given up.
  const taken = await prepared(tx, take, [userId, method, key, payloadHash]);
  if (taken.length === 0) {
    const [before] = await prepared<{ payload_hash: string; answer: unknown }>(tx, given, [userId, method, key]);
    if (before?.payload_hash !== payloadHash) throw new Refusal(m.ops_key_reused());
    onRepeat();
    return before.answer;
  }
  const answer = await work();
  await prepared(tx, keep, [userId, method, key, payloadHash, JSON.stringify(answer ?? null)]);
  return answer;
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
 * morning, which is empty, and reads it whole for as long as that plan is kept.
 */
const keep = `
  insert into idempotency (account_id, method, key, payload_hash, answer) values ($1, $2, $3, $4, $5::jsonb)
  on conflict (corp_code, account_id, method, key) do update set answer = excluded.answer
`;
