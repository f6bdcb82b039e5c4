/** Reading the audit log and the sign-in log. */
import { sql } from "drizzle-orm";
import { auditedThings, thingTitle, whatWasDone } from "~/contract/audit-sentence";
import type { Facts } from "~/contract/audit-trace";
import * as contract from "~/contract/platform/logs";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type Served, serve } from "../../kernel/served";
import { auditRows, signInRows } from "./log-schema";
import { type Entry, entryColumns, tellEntries } from "./told-entry";

const entryOf = `select ${entryColumns} from audit_log where id = $1`;

const entry = serve(contract.auditEntry, async (call, { id }) => {
  const [row] = await prepared<Entry>(call.db, entryOf, [id]);
  const [told] = row ? await tellEntries(call, [row]) : [];
  if (!told) throw new NotFound();
  return told;
});

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

export const logsServed: Served[] = [...listed, ...serveResource(contract.signIn, { table: signInRows }), entry];
