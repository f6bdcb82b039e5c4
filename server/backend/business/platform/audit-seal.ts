/**
 * The audit log is sealed every night, and every seal is held against what it sealed. It is chained, so that an entry of last
 * year cannot be made fit by writing its seal anew; the newest link is in the log of the process as well, which leaves the
 * machine where its operator keeps logs elsewhere.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { log } from "../../../log";
import { type JobRun, jobKind } from "../../jobs/kind";
import { stamp } from "../../kernel/business-time";
import type { Invariants } from "../../kernel/invariant";
import { said } from "../../kernel/invariant";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";

/** Entries in one seal: summed in some tens of milliseconds. */
const atOnce = 10_000;
/** Minutes after which no transaction that took a lower number is still under way. */
const settled = 60;

interface Seal {
  id: number;
  entries: number;
  lastId: number;
  chain: string;
}

const result = z.object({ rows: z.number(), seals: z.number() });

export const sealAudit = jobKind({
  kind: "sealAudit",
  title: m.audit_seal_job,
  payload: z.object({}),
  schedule: { cron: "50 2 * * *", of: "everyCorp" },
  outcome: (ended) => {
    const { rows, seals } = result.parse(ended);
    return m.audit_seal_done({ n: rows, seals });
  },
  async run(run) {
    const seals = await holdAgainst(run);
    let rows = 0;
    for (let made = await sealNext(run); made; made = await sealNext(run)) {
      rows += made.entries;
      log("info", "audit seal", { corp: run.corpCode, seal: made.id, last: made.lastId, chain: made.chain });
      await run.progress(rows);
    }
    return { rows, seals };
  },
});

/** The next stretch; null once what is left is too young. */
async function sealNext(run: JobRun): Promise<Seal | null> {
  const now = run.now().toISOString();
  const [made] = await run.write((tx) =>
    rowsOf<Seal>(
      tx,
      sql`
        insert into audit_seal_log (at, first_id, last_id, entries, sum, chain)
        select ${now}::timestamptz, b.last_id + 1, p.last_id, p.entries, p.sum,
               encode(sha256(convert_to(b.chain || p.sum, 'UTF8')), 'hex')
        from (
          select coalesce(max(s.last_id), 0) as last_id,
                 coalesce((array_agg(s.chain order by s.id desc))[1], '') as chain
          from audit_seal_log s where s.corp_code = current_setting('app.corp_code')
        ) b
        cross join lateral (
          select max(e.id) as last_id, count(*)::integer as entries,
                 encode(sha256(string_agg(audit_entry_sum(e), ''::bytea order by e.id)), 'hex') as sum
          from (
            select a.* from audit_log a
            where a.corp_code = current_setting('app.corp_code') and a.id > b.last_id
              and a.id <= (
                select max(o.id) from audit_log o
                where o.corp_code = current_setting('app.corp_code')
                  and o.at < ${now}::timestamptz - make_interval(mins => ${settled})
              )
            order by a.id
            limit ${atOnce}
          ) e
        ) p
        where p.entries > 0
        returning id::float8 as id, entries, last_id::float8 as "lastId", chain
      `,
    ),
  );
  return made ?? null;
}

/** Every seal, one after the other; answers how many. The first that does not hold ends it, and whoever manages is told. */
async function holdAgainst(run: JobRun): Promise<number> {
  let after = 0;
  for (let seals = 0; ; seals += 1) {
    const [next] = await run.read((tx) =>
      rowsOf<{ id: number; at: string; holds: boolean }>(
        tx,
        sql`
          select s.id::float8 as id, s.at, (${sql.raw(holds)}) as holds
          from audit_seal_log s
          where s.corp_code = current_setting('app.corp_code') and s.id > ${after}
          order by s.id
          limit 1
        `,
      ),
    );
    if (!next) return seals;
    if (!next.holds) throw new Refusal(m.audit_seal_broken({ at: stamp(next.at) }));
    after = next.id;
    await run.progress(seals + 1);
  }
}

/** Whether a seal `s` sums up the entries that stand now. */
const sums = `
  s.sum = (
    select encode(sha256(coalesce(string_agg(audit_entry_sum(e), ''::bytea order by e.id), ''::bytea)), 'hex')
    from audit_log e
    where e.corp_code = s.corp_code and e.id between s.first_id and s.last_id
  )`;

/** Whether it goes on where the one before it ended. */
const follows = `
  exists (
    select from (
      select coalesce(max(b.last_id), 0) + 1 as first_id,
             encode(sha256(convert_to(coalesce((array_agg(b.chain order by b.id desc))[1], '') || s.sum, 'UTF8')), 'hex') as chain
      from audit_seal_log b
      where b.corp_code = s.corp_code and b.id < s.id
    ) due
    where due.first_id = s.first_id and due.chain = s.chain
  )`;

const holds = `${follows} and ${sums}`;

/** What the nightly audit and its page ask: the chain whole, the entries of a week; the task of the seals asks for all. */
export const sealInvariants: Invariants = {
  "a seal of the audit log goes on where the one before it ended": {
    says: m.rule_a_seal_of_the_audit_log_goes,
    broken: `select s.id, s.at from audit_seal_log s where s.at > now() - interval '400 days' and not (${follows})`,
    found: (row, options) => m.audit_seal_chain({ id: said(row.id) }, options),
  },
  "what the audit log says of the last week is what was sealed": {
    says: m.rule_what_the_audit_log_says_of_the,
    broken: `select s.id, s.at from audit_seal_log s where s.at > now() - interval '7 days' and not (${sums})`,
    found: (row, options) => m.audit_seal_differs({ id: said(row.id) }, options),
  },
};
