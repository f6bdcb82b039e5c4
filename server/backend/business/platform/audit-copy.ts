/**
 * What was sealed of the audit log is copied off the machine every night: a file for each seal, with its entries and its link
 * of the chain, into the places of the backups. Nobody who rules the database reaches it there.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { sumOfCopy } from "../../db/audit-places";
import { type JobRun, jobKind } from "../../jobs/kind";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";

interface Seal {
  id: number;
  entries: number;
  chain: string;
  /** What the first line of the copy says. */
  head: string;
}

const result = z.object({ rows: z.number(), nowhere: z.boolean() });

export const copyAudit = jobKind({
  kind: "copyAudit",
  title: m.audit_copy_job,
  payload: z.object({}),
  // After the seals.
  schedule: { cron: "20 3 * * *", of: "everyCorp" },
  outcome: (ended) => {
    const { rows, nowhere } = result.parse(ended);
    return nowhere ? m.audit_copy_nowhere() : m.audit_copy_done({ n: rows });
  },
  async run(run) {
    const places = run.auditPlaces ?? [];
    if (places.length === 0) return { rows: 0, nowhere: true };
    let rows = 0;
    for (let seal = await nextOf(run); seal; seal = await nextOf(run)) {
      await copy(run, seal);
      rows += 1;
      await run.progress(rows);
    }
    return { rows, nowhere: false };
  },
});

/** The oldest seal of which there is no copy. */
async function nextOf(run: JobRun): Promise<Seal | null> {
  const [next] = await run.read((tx) =>
    rowsOf<Seal>(
      tx,
      sql`
        select s.id::float8 as id, s.entries, s.chain,
               jsonb_build_object(
                 'corp', s.corp_code, 'seal', s.id, 'at', s.at, 'firstId', s.first_id, 'lastId', s.last_id,
                 'entries', s.entries, 'sum', s.sum, 'chain', s.chain
               )::text as head
        from audit_seal_log s
        where s.corp_code = current_setting('app.corp_code')
          and not exists (select from audit_copy_log c where c.corp_code = s.corp_code and c.seal_id = s.id)
        order by s.id
        limit 1
      `,
    ),
  );
  return next ?? null;
}

async function copy(run: JobRun, seal: Seal): Promise<void> {
  const entries = await run.read((tx) =>
    rowsOf<{ entry: string }>(
      tx,
      sql`
        select to_jsonb(e)::text as entry
        from audit_seal_log s
        join audit_log e on e.corp_code = s.corp_code and e.id between s.first_id and s.last_id
        where s.corp_code = current_setting('app.corp_code') and s.id = ${seal.id}
        order by e.id
      `,
    ),
  );
  if (entries.length !== seal.entries) throw new Refusal(m.audit_copy_incomplete({ id: String(seal.id) }));
  const name = nameOf(run.corpCode, seal);
  const bytes = gzipSync([seal.head, ...entries.map(({ entry }) => entry), ""].join("\n"));
  for (const place of run.auditPlaces ?? []) {
    const kept = await place.keep(name, bytes);
    if (!isCopyOf(seal, kept)) throw new Refusal(m.audit_copy_other({ name, place: place.shown }));
  }
  await run.write((tx) =>
    tx.execute(sql`
      insert into audit_copy_log (at, seal_id, name, bytes, sum)
      values (${run.now().toISOString()}::timestamptz, ${seal.id}, ${name}, ${bytes.length}, ${sumOfCopy(bytes)})
      on conflict (corp_code, seal_id) do nothing
    `),
  );
}

/** The link of the chain is part of it: after a restore another history has other names, and lies beside the first. */
const nameOf = (corpCode: string, { id, chain }: Seal) =>
  `audit/${corpCode}/${String(id).padStart(10, "0")}-${chain.slice(0, 16)}.jsonl.gz`;

/** One that is there from before says the same of the seal and has as many entries, or it is none. */
function isCopyOf({ head, entries }: Seal, bytes: Uint8Array): boolean {
  try {
    const [first, ...rest] = gunzipSync(bytes).toString("utf8").split("\n");
    return first === head && rest.length === entries + 1 && rest.at(-1) === "";
  } catch {
    // Whatever it is, it is no copy: the caller says so.
    return false;
  }
}

/** Hours after which a seal without a copy is late: a night, and some hours for it. */
export const copyLateHours = 30;
