/** Reading the audit log and the sign-in log. */
import { sql } from "drizzle-orm";
import { auditedThings, thingTitle, whatWasDone } from "~/contract/audit-sentence";
import type { Facts } from "~/contract/audit-trace";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/logs";
import { resources } from "~/contract/registry";
import { valuesTold } from "../../kernel/audited-values";
import { masked, maskIdentity, maskMobile } from "../../kernel/mask";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { type Served, serve } from "../../kernel/served";
import { auditRows, signInRows } from "./log-schema";
import { catalogueOf } from "./rights";

interface Entry {
  at: Date;
  account_name: string;
  method: string;
  thing: string;
  thing_id: number;
  label: string;
  before: unknown;
  after: unknown;
  request_id: string;
}

const entryOf = `
  select at, account_name, method, thing, thing_id::float8 as thing_id, label, before, after, request_id
  from audit_log
  where id = $1
`;

const entry = serve(contract.auditEntry, async (call, { id }) => {
  const [row] = await prepared<Entry>(call.db, entryOf, [id]);
  if (!row) throw new NotFound();
  const before = stateOf(row.before);
  const after = stateOf(row.after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== "rowVersion" && !isSecret(row.thing, name),
  );
  const told = await valuesTold(call, row.thing, [before, after]);
  const rights = row.thing === "role" ? (await catalogueOf(call.db, call.locale)).nameOf : null;
  const shown = (state: Values, name: string) => {
    if (!Object.hasOwn(state, name)) return null;
    const value = maskedValue(row.thing, name, state[name]);
    const isRight = rights && Array.isArray(value) && (name === "added" || name === "removed");
    const text = isRight ? value.map((right) => rights(String(right))).join(m.did_list_sep()) : told.words(name, value);
    return text.replace(identityNumbers, maskIdentity).replace(mobileNumbers, maskMobile).slice(0, 4_000);
  };
  return {
    id,
    at: row.at.toISOString(),
    by: row.account_name,
    what: whatWasDone(row.method, {
      thing: row.thing,
      name: row.label,
      before: facts(row.before),
      after: facts(row.after),
    }),
    method: row.method,
    thing: row.thing,
    thingId: row.thing_id,
    label: row.label,
    requestId: row.request_id,
    fields: names.map((name) => ({
      name,
      label: told.label(name),
      before: shown(before, name),
      after: shown(after, name),
      changed: JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    })),
  };
});

/** What a sentence is made of; of a list how many it has, of an object nothing. */
function facts(state: unknown): Facts | null {
  if (typeof state !== "object" || state === null || Array.isArray(state)) return null;
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.length]];
      return typeof value === "object" && value !== null ? [] : [[name, value]];
    }),
  );
}

/** The same in the database, for a page of entries: what they kept may be long. */
const factsIn = (column: string) =>
  sql.raw(`
  case when jsonb_typeof(a.${column}) = 'object' then (
    select jsonb_object_agg(key, case jsonb_typeof(value) when 'array' then to_jsonb(jsonb_array_length(value)) else value end)
    from jsonb_each(a.${column})
    where jsonb_typeof(value) <> 'object' and (jsonb_typeof(value) = 'array' or length(value::text) < 200)
  ) end`);

const listed = serveResource(contract.audit, {
  table: auditRows,
  query: {
    from: "audit_log a",
    columns: { what: sql`jsonb_build_array(${factsIn("before")}, ${factsIn("after")})::text` },
  },
  indexed: true,
  choices: () => ({ thing: auditedThings().map((thing) => ({ value: thing, label: thingTitle(thing) })) }),
  shown: (_, rows) =>
    rows.map((row) => {
      const [before, after] = JSON.parse(String(row.what)) as [Facts | null, Facts | null];
      const trace = { thing: String(row.thing), name: String(row.label), before, after };
      return { ...row, what: whatWasDone(String(row.method), trace) };
    }),
});

/** Where an entry kept no object (a list, a text), it is shown as one value. */
function stateOf(state: unknown): Values {
  if (state === null || state === undefined) return {};
  return (typeof state === "object" && !Array.isArray(state) ? state : { "": state }) as Values;
}

/** What an entry has of no declared field, most of all one that an earlier version wrote. */
const secret = /passw|oldpass|newpass|pwd|secret|token|hash/i;
const fieldOf = (thing: string, name: string) =>
  resources.find((one) => one.thing === thing && name in one.fields)?.fields[name];

function isSecret(thing: string, name: string): boolean {
  const field = fieldOf(thing, name);
  return field ? field.kind === "secret" : secret.test(name);
}

const personal = { identity: /ident|idcard|certno/i, mobile: /mobile|phone/i };
/** Numbers that belong to people, wherever in a value they stand. */
const identityNumbers = /\b[1-9]\d{16}[\dXx]\b/g;
const mobileNumbers = /(?<!\d)1[3-9]\d{9}(?!\d)/g;

/** Less what is secret, and with what belongs to people masked. */
function maskedValue(thing: string, name: string, value: unknown): unknown {
  const field = fieldOf(thing, name);
  if (field?.mask) return masked(field.kind, value);
  if (typeof value === "string" && personal.identity.test(name)) return maskIdentity(value);
  if (typeof value === "string" && personal.mobile.test(name)) return maskMobile(value);
  return typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value, withoutSecrets)) : value;
}

function withoutSecrets(key: string, value: unknown): unknown {
  return secret.test(key) ? undefined : value;
}

export const logsServed: Served[] = [...listed, ...serveResource(contract.signIn, { table: signInRows }), entry];
