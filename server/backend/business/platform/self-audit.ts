/**
 * The nightly audit of the data: every rule that a business or a ledger declares is asked in every corp. It reads and
 * tells; it never mends, since whoever looks must find what went wrong.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Locale, m } from "~/contract/messages";
import { mostOfRule, selfAudit, selfAuditRules, selfAuditRun } from "~/contract/platform/self-audit";
import { currentLocale } from "~/i18n/locale.server";
import { scopedRole, type Transaction } from "../../db/database";
import { type JobKind, type JobRun, jobKind } from "../../jobs/kind";
import { stamp } from "../../kernel/business-time";
import { enqueueFor, isUnderWay } from "../../kernel/enqueue";
import type { Invariant, Invariants } from "../../kernel/invariant";
import { notify } from "../../kernel/notify";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { selfAuditFinding } from "./self-audit-schema";

const kindName = "selfAudit";
/** So many stand in the message and in the outcome of the run; the list has all. */
const mostInShort = 3;

/**
 * Sales go on meanwhile: after each rule the audit rests nine times as long as it took, so that they keep nine tenths of the
 * database. All rests together are bounded, so that a large corp is done within its minute.
 */
const rests = { times: 9, mostMs: 40_000 };

type Words = Record<Locale, string>;

const inBoth = (say: (options: { locale: Locale }) => string): Words => ({
  "zh-CN": say({ locale: "zh-CN" }),
  en: say({ locale: "en" }),
});

export const selfAuditServed: Served[] = serveResource(selfAudit, {
  table: selfAuditFinding,
  // What does not agree may lie in any park: it is for those alone who see all of them.
  rows: ({ caller }) => (caller.scope ? sql`false` : undefined),
  admit: refuseBound,
});

function refuseBound({ caller }: Pick<Call, "caller">): void {
  if (caller.scope) throw new Refusal(m.audit_whole_corp());
}

/** All rules with their last run, and how they are run out of their turn. */
export const rulesServed = (invariants: Invariants): Served[] => [
  serve(selfAuditRules, async (call) => {
    refuseBound(call);
    const { db, locale } = call;
    const runs = new Map((await lastRuns(db)).map((run) => [run.rule, run]));
    return {
      rules: Object.entries(invariants).map(([rule, { says }]) => {
        const { at, ms = 0, rows = 0, words = [], wordsEn = [] } = runs.get(rule) ?? {};
        const found = locale === "en" ? wordsEn : words;
        return { rule, says: says(), at: at ? stamp(new Date(at)) : "", ms, rows, found: found.slice(0, mostOfRule) };
      }),
      running: await isUnderWay(db, kindName),
    };
  }),
  serve(selfAuditRun, async (call, { rules }) => {
    refuseBound(call);
    if (rules.some((rule) => !(rule in invariants))) throw new Invalid({ rules: [m.audit_rule_unknown()] });
    if (await isUnderWay(call.db, kindName)) throw new Refusal(m.audit_rule_running());
    const jobId = await enqueueFor(call, { kind: kindName, payload: { rules }, unlessWaiting: true });
    call.audit({ thing: kindName, thingId: jobId, label: m.audit_title(), after: { rules } });
    return { jobId };
  }),
];

interface LastRun {
  rule: string;
  at: string;
  ms: number;
  rows: number;
  words: string[];
  wordsEn: string[];
}

const lastRuns = (db: Transaction) =>
  rowsOf<LastRun>(
    db,
    sql`
      select r.rule, r.at, r.ms, r.rows,
             coalesce(f.words, '[]') as words, coalesce(f.words_en, '[]') as "wordsEn"
      from self_audit_rule r
      left join lateral (
        select jsonb_agg(f.words order by f.id) as words, jsonb_agg(f.words_en order by f.id) as words_en
        from self_audit_finding f
        where f.corp_code = r.corp_code and f.job_id = r.job_id and f.rule = r.rule
      ) f on r.rows > 0
    `,
  );

/** Of what was asked for, or of all: what each rule found, in words, and how long it took. */
interface Asked {
  rule: string;
  ms: number;
  words: Words[];
}

const result = z.object({
  rules: z.number(),
  rows: z.number(),
  short: z.object({ "zh-CN": z.string(), en: z.string() }),
});

export const selfAuditKind = (invariants: Invariants): JobKind =>
  jobKind({
    kind: kindName,
    title: m.audit_kind,
    payload: z.object({ rules: z.array(z.string()).default([]) }),
    schedule: { cron: "40 2 * * *", of: "everyCorp" },
    outcome: (ended) => {
      const { rules, rows, short } = result.parse(ended);
      return rows === 0
        ? m.audit_balanced({ rules })
        : m.audit_unbalanced({ rules, n: rows, first: short[currentLocale()] });
    },
    async run(run, { rules: named }) {
      await run.read(refuseScoped);
      const rules = Object.entries(invariants).filter(([rule]) => named.length === 0 || named.includes(rule));
      const asked: Asked[] = [];
      let left = rests.mostMs;
      for (const [place, [rule, invariant]] of rules.entries()) {
        const begun = performance.now();
        const words = await findings(run, invariant);
        const ms = Math.round(performance.now() - begun);
        asked.push({ rule, words, ms });
        await run.progress(place + 1, rules.length);
        const rest = place + 1 < rules.length ? Math.min(left, ms * rests.times) : 0;
        left -= rest;
        // Whoever stops it is heard by the next look.
        if (rest > 0) await pause(rest, undefined, { signal: run.signal }).catch(() => {});
      }
      const found = asked.flatMap(({ words }) => words);
      const short = inBoth(({ locale }) =>
        found
          .slice(0, mostInShort)
          .map((words) => words[locale])
          .join("; "),
      );
      const ended = {
        rules: rules.length,
        rows: found.length,
        short,
        ...(found.length > 0 && { link: selfAudit.path }),
      };
      await run.complete(ended, (tx) => tell(tx, run, asked, short));
      return undefined;
    },
  });

/** Sums over a part of the data say nothing about the whole. */
async function refuseScoped(tx: Transaction): Promise<void> {
  const [row] = await rowsOf<{ scoped: boolean }>(tx, sql`select current_user = ${scopedRole} as scoped`);
  if (row?.scoped) throw new Refusal(m.audit_whole_corp());
}

/** Each rule in a transaction of its own: the embedded database lets others in between. */
async function findings(run: JobRun, { broken, found }: Invariant): Promise<Words[]> {
  const rows = await run.read((tx) =>
    rowsOf<Record<string, unknown>>(tx, sql.raw(`select * from (${broken}) broken limit ${mostOfRule + 1}`)),
  );
  const told = rows.slice(0, mostOfRule).map((row) => inBoth((options) => found(row, options)));
  return rows.length > mostOfRule ? [...told, inBoth((options) => m.audit_more({}, options))] : told;
}

/** With the end of the job, in one transaction: kept and told once, or not at all. */
async function tell(tx: Transaction, run: JobRun, asked: readonly Asked[], short: Words): Promise<void> {
  const at = run.now();
  const runs = asked.map(({ rule, ms, words }) => ({ rule, ms, rows: words.length }));
  await tx.execute(sql`
    insert into self_audit_rule (rule, at, ms, rows, job_id)
    select o.rule, ${at.toISOString()}::timestamptz, o.ms, o.rows, ${run.jobId}
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as o (rule text, ms integer, rows integer)
    on conflict (corp_code, rule) do update
    set at = excluded.at, ms = excluded.ms, rows = excluded.rows, job_id = excluded.job_id
  `);
  const found = asked.flatMap(({ rule, words }) => words.map((one) => ({ rule, one })));
  if (found.length === 0) return;
  await tx.insert(selfAuditFinding).values(
    found.map(({ rule, one }) => ({
      ...{ jobId: run.jobId, rule },
      words: one["zh-CN"].slice(0, 1000),
      wordsEn: one.en.slice(0, 1000),
    })),
  );
  await notify(tx, at, {
    to: { fun: selfAudit.fun },
    kind: "notice",
    title: (options) => m.audit_told_title({ n: found.length }, options),
    body: ({ locale }) => short[locale],
    link: selfAudit.path,
    matter: "self-audit",
    // Whoever is bound to parks, or to orders of their own, does not see the whole.
    about: { parks: [], maker: 0 },
  });
}
