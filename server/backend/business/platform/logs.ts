/** Reading the audit log and the sign-in log. */
import * as contract from "~/contract/platform/logs";
import { resources } from "~/contract/registry";
import { masked, maskIdentity, maskMobile } from "../../kernel/mask";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type Served, serve } from "../../kernel/served";
import { auditRows, signInRows } from "./log-schema";

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

const entry = serve(contract.auditEntry, async ({ db }, { id }) => {
  const [row] = await prepared<Entry>(db, entryOf, [id]);
  if (!row) throw new NotFound();
  const before = stateOf(row.before);
  const after = stateOf(row.after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSecret(row.thing, name),
  );
  const shown = (state: Record<string, unknown>, name: string) =>
    Object.hasOwn(state, name) ? textOf(row.thing, name, state[name]) : null;
  return {
    id,
    at: row.at.toISOString(),
    by: row.account_name,
    method: row.method,
    thing: row.thing,
    thingId: row.thing_id,
    label: row.label,
    requestId: row.request_id,
    fields: names.map((name) => ({
      name,
      before: shown(before, name),
      after: shown(after, name),
      changed: JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    })),
  };
});

/** Where an entry kept no object (a list, a text), it is shown as one value. */
function stateOf(state: unknown): Record<string, unknown> {
  if (state === null || state === undefined) return {};
  return typeof state === "object" && !Array.isArray(state) ? (state as Record<string, unknown>) : { "": state };
}

/** What an entry has of no declared field, most of all one that an earlier version wrote. */
const secret = /passw|oldpass|newpass|pwd|secret|token|hash/i;
const fieldOf = (thing: string, name: string) => resources.find(({ noun }) => noun === thing)?.fields[name];

function isSecret(thing: string, name: string): boolean {
  const field = fieldOf(thing, name);
  return field ? field.kind === "secret" : secret.test(name);
}

const personal = { identity: /ident|idcard|certno/i, mobile: /mobile|phone/i };
/** Numbers that belong to people, wherever in a value they stand. */
const identityNumbers = /\b[1-9]\d{16}[\dXx]\b/g;
const mobileNumbers = /(?<!\d)1[3-9]\d{9}(?!\d)/g;

function textOf(thing: string, name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  const field = fieldOf(thing, name);
  if (field?.mask) return String(masked(field.kind, value));
  if (typeof value === "string" && personal.identity.test(name)) return maskIdentity(value);
  if (typeof value === "string" && personal.mobile.test(name)) return maskMobile(value);
  const text = typeof value === "object" ? JSON.stringify(value, withoutSecrets) : String(value);
  return text.replace(identityNumbers, maskIdentity).replace(mobileNumbers, maskMobile).slice(0, 4_000);
}

function withoutSecrets(key: string, value: unknown): unknown {
  return secret.test(key) ? undefined : value;
}

export const logsServed: Served[] = [
  ...serveResource(contract.audit, { table: auditRows }),
  ...serveResource(contract.signIn, { table: signInRows }),
  entry,
];
