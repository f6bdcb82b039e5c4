/**
 * The nightly audit of the data: every rule that a business or a ledger declares is asked in every corp. It reads and
 * tells; it never mends, since whoever looks must find what went wrong.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Locale, m } from "~/contract/messages";
import { selfAudit } from "~/contract/platform/self-audit";
import { currentLocale } from "~/i18n/locale.server";
import { scopedRole, type Transaction } from "../../db/database";
import { type JobKind, type JobRun, jobKind } from "../../jobs/kind";
import type { Invariant, Invariants } from "../../kernel/invariant";
import { notify } from "../../kernel/notify";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { rowsOf } from "../../kernel/rows";
import type { Served } from "../../kernel/served";
import { selfAuditFinding } from "./self-audit-schema";

/** Of one rule so many are told one by one; that there are more is told once. */
const mostOfOne = 20;
/** So many stand in the message and in the outcome of the run; the list has all. */
const mostInShort = 3;

type Words = Record<Locale, string>;

const inBoth = (say: (options: { locale: Locale }) => string): Words => ({
  "zh-CN": say({ locale: "zh-CN" }),
  en: say({ locale: "en" }),
});

export const selfAuditServed: Served[] = serveResource(selfAudit, {
  table: selfAuditFinding,
  // What does not agree may lie in any park: it is for those alone who see all of them.
  rows: ({ caller }) => (caller.scope ? sql`false` : undefined),
  admit: ({ caller }) => {
    if (caller.scope) throw new Refusal(m.audit_whole_corp());
  },
});

const result = z.object({
  rules: z.number(),
  rows: z.number(),
  short: z.object({ "zh-CN": z.string(), en: z.string() }),
});

export const selfAuditKind = (invariants: Invariants): JobKind =>
  jobKind({
    kind: "selfAudit",
    title: m.audit_kind,
    payload: z.object({}),
    schedule: { cron: "40 2 * * *", of: "everyCorp" },
    outcome: (ended) => {
      const { rules, rows, short } = result.parse(ended);
      return rows === 0
        ? m.audit_balanced({ rules })
        : m.audit_unbalanced({ rules, n: rows, first: short[currentLocale()] });
    },
    async run(run) {
      await run.read(refuseScoped);
      const rules = Object.values(invariants);
      const found: Words[] = [];
      for (const [place, rule] of rules.entries()) {
        found.push(...(await findings(run, rule)));
        await run.progress(place + 1, rules.length);
      }
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
      await run.complete(ended, (tx) => tell(tx, run, found, short));
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
    rowsOf<Record<string, unknown>>(tx, sql.raw(`select * from (${broken}) broken limit ${mostOfOne + 1}`)),
  );
  const told = rows.slice(0, mostOfOne).map((row) => inBoth((options) => found(row, options)));
  return rows.length > mostOfOne ? [...told, inBoth((options) => m.audit_more({}, options))] : told;
}

/** With the end of the job, in one transaction: kept and told once, or not at all. */
async function tell(tx: Transaction, run: JobRun, found: readonly Words[], short: Words): Promise<void> {
  if (found.length === 0) return;
  const at = run.now();
  await tx.insert(selfAuditFinding).values(
    found.map((words) => ({
      jobId: run.jobId,
      words: words["zh-CN"].slice(0, 1000),
      wordsEn: words.en.slice(0, 1000),
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
