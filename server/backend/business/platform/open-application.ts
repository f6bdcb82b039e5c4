/** Access applications as the open API knows them: what they may ask, and the secrets that their requests are signed with. */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { prepared } from "../../kernel/prepared";
import { readSecret } from "../../kernel/secret-columns";
import type { Before } from "../../kernel/served";
import { accessApp } from "./access-schema";

export interface OpenApplication {
  id: number;
  name: string;
  status: string;
  channel: string;
  paymentType: string;
  holdMinutes: number;
  ratePerMinute: number;
  scopes: string[];
  /** Sealed. */
  secret: string;
  previousSecret: string | null;
  previousUntil: Date | string | null;
}

const columns = `
  a.id, a.name, a.status, a.channel, coalesce(a.payment_type, '') as "paymentType", a.hold_minutes as "holdMinutes",
  a.rate_per_minute as "ratePerMinute", a.scopes, a.secret, a.previous_secret as "previousSecret",
  a.previous_until as "previousUntil"
`;
/** One without scopes, or of a suspended corp, is none of the open API. */
const byCode = `
  select ${columns}
  from access_app a
  where lower(a.code) = lower($1)
    and cardinality(a.scopes) > 0
    and exists (select from own_corp where status = 'T')
`;

export async function openApplication(tx: Transaction, code: string): Promise<OpenApplication | undefined> {
  const [row] = await prepared<OpenApplication>(tx, byCode, [code]);
  return row;
}

/** What it may sign with at this moment, the newest first. */
export function secretsOf(
  { secrets, corpCode, now }: Pick<Before, "secrets" | "corpCode" | "now">,
  row: OpenApplication,
) {
  const own = { secrets, caller: { corpCode } };
  const newest = readSecret(own, accessApp.secret, row.secret);
  if (!row.previousSecret || !row.previousUntil || new Date(row.previousUntil) <= now) return [newest];
  return [newest, readSecret(own, accessApp.previousSecret, row.previousSecret)];
}

/** Once a minute is often enough for people to see it, and keeps the row out of the way. */
const noteUse = `
  update access_app set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')
  returning id
`;

/**
 * The agency whose account an application sells on at this moment; null for none. Kept: nobody binds it to another before the
 * transaction has ended.
 */
export async function agencyOfApplication(tx: Transaction, id: number, keep = false): Promise<number | null> {
  const [row] = await prepared<{ agencyId: number | null }>(tx, keep ? keptAgency : agencyOf, [id]);
  return row?.agencyId ?? null;
}

const agencyOf = `select agency_id::float8 as "agencyId" from access_app where id = $1`;
const keptAgency = `${agencyOf} for share`;

/** An expression: what the application of an id, an expression too, is called. */
export const nameOfApplication = (id: SQL): SQL => sql`(
  select name from access_app where corp_code = current_setting('app.corp_code') and id = ${id}
)`;

export async function noteApplicationUsed(tx: Transaction, id: number, now: Date): Promise<void> {
  await prepared(tx, noteUse, [id, now]);
}

/** Where an application is told of its orders, and what that is signed with. */
export interface Receiver {
  code: string;
  url: string;
  secret: string;
}

/** Those of the applications that have an address, by id. */
export async function receiversOf(
  tx: Transaction,
  { secrets, corpCode }: Pick<Before, "secrets" | "corpCode">,
  ids: readonly number[],
): Promise<Map<number, Receiver>> {
  const rows = await prepared<Omit<Receiver, "secret"> & { id: number; secret: string }>(tx, addresses, [ids]);
  const own = { secrets, caller: { corpCode } };
  return new Map(
    rows.map(({ id, secret, ...row }) => [id, { ...row, secret: readSecret(own, accessApp.secret, secret) }]),
  );
}

/** Whom orders of an application are invoiced to, by its id; its name where nobody has entered a title. */
export interface ApplicationParty {
  id: number;
  name: string;
  /** "" where nobody has entered them yet. */
  title: string;
  taxNumber: string;
}

/** Those of the house's own shops are left out: their customers are its own. */
export async function partiesOfApplications(
  tx: Transaction,
  ids: readonly number[],
): Promise<Map<number, ApplicationParty>> {
  const rows = await prepared<ApplicationParty>(tx, parties, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const parties = `
  select id::float8 as id, name, coalesce(tax_title, '') as title, coalesce(tax_number, '') as "taxNumber"
  from access_app
  where id = any ($1::bigint[]) and not own_channel
`;

const addresses = `
  select id, code, webhook_url as url, secret from access_app
  where id = any ($1::bigint[]) and webhook_url is not null and status = 'T'
`;
