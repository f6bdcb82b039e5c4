/**
 * Who sends a request of the open API, asked in a transaction of its own before anything is done: a nonce is used up also
 * where what it came with is refused.
 */
import { createHash } from "node:crypto";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { type openCall, openTolerance } from "~/contract/open/call";
import { type OperationName, operationAt, operations } from "~/contract/open/operations";
import type { Transaction } from "../../db/database";
import { Unreadable } from "../../kernel/body";
import { prepared } from "../../kernel/prepared";
import { Forbidden, NotFound, SignedOut } from "../../kernel/refusal";
import type { Before } from "../../kernel/served";
import { noteApplicationUsed, type OpenApplication, openApplication, secretsOf } from "../platform/open-application";
import { isSameSignature, signatureOf } from "./signature";

export type Application = Pick<OpenApplication, "id" | "name" | "channel" | "paymentType" | "holdMinutes">;

export interface Authenticated {
  application: Application;
  operation: OperationName;
  outerNo: string;
  query: Record<string, string>;
}

type Asked = ParsedPayloadOf<typeof openCall>;

/** One sentence whatever is wrong: nobody learns which applications there are. */
const unknown = () => new SignedOut(m.open_signature_wrong());

export async function authenticate(before: Before, asked: Asked): Promise<Authenticated> {
  if (Math.abs(before.now.getTime() - Number(asked.timestamp)) > openTolerance) {
    throw new SignedOut(m.open_clock_off());
  }
  const { scopes, ...application } = await before.database.tenant(before.corpCode, (tx) => admit(tx, before, asked));
  const [path = "", search = ""] = asked.target.split("?");
  const found = operationAt(asked.verb, path);
  if (!found) throw new NotFound(m.open_no_operation());
  const { scope } = operations[found.name];
  if (!scopes.includes(scope)) throw new Forbidden(m.open_no_scope({ scope }));
  const query = Object.fromEntries(new URLSearchParams(search));
  return { application, operation: found.name, outerNo: found.outerNo, query };
}

async function admit(tx: Transaction, before: Before, asked: Asked): Promise<Application & { scopes: string[] }> {
  const row = await openApplication(tx, asked.app);
  if (!row || !isSigned(before, row, asked)) throw unknown();
  if (row.status !== "T") throw new Forbidden(m.open_app_off());
  await refuseUnlessServed(tx, asked);
  const [lately] = await prepared<{ n: number }>(tx, counted, [row.id, before.now]);
  if ((lately?.n ?? 0) >= row.ratePerMinute) throw new Unreadable(429, m.open_too_often({ n: row.ratePerMinute }));
  await spend(tx, row.id, asked.nonce, before.now);
  const { id, name, channel, paymentType, holdMinutes, scopes } = row;
  return { id, name, channel, paymentType, holdMinutes, scopes };
}

/** The contract of a tenant has ended: nothing is ordered any more; what was, is still told until it is shut. */
async function refuseUnlessServed(tx: Transaction, { verb }: Asked): Promise<void> {
  const [own] = await prepared<{ standing: string }>(tx, "select standing from own_standing", []);
  if (own?.standing === "shut") throw new Forbidden(m.ops_tenant_shut());
  if (own?.standing === "reading" && verb !== "GET") throw new Forbidden(m.ops_tenant_reading());
}

/** By its secret, or by the one before while that is still good. */
function isSigned(before: Before, row: OpenApplication, asked: Asked): boolean {
  return secretsOf(before, row).some((secret) => isSameSignature(signatureOf(secret, asked), asked.signature));
}

/** The second of two with the same waits for the first, and is refused. */
async function spend(tx: Transaction, appId: number, nonce: string, now: Date): Promise<void> {
  await prepared(tx, forgetOld, [appId, new Date(now.getTime() - 3 * openTolerance)]);
  const hash = createHash("sha256").update(nonce).digest("base64url");
  const used = await prepared(tx, takeNonce, [appId, hash, now]);
  if (used.length === 0) throw new SignedOut(m.open_nonce_used());
  await noteApplicationUsed(tx, appId, now);
}

const counted = `
  select count(*)::int as n from open_nonce where access_app_id = $1 and at > $2::timestamptz - interval '1 minute'
`;
const forgetOld = "delete from open_nonce where access_app_id = $1 and at < $2 returning nonce";
const takeNonce = `
  insert into open_nonce (access_app_id, nonce, at) values ($1, $2, $3) on conflict do nothing returning nonce
`;
