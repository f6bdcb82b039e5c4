/**
 * Serves a report: the method that its page asks, and its export. Declared in `app/contract/report-kind.ts`; what a business
 * says of its facts is in `report-look.ts`.
 */
import { type AnyReport, isOfTime, type Report, type ReportAnswer, reportRows } from "~/contract/report-kind";
import { periodBefore } from "~/contract/report-period";
import type { Call } from "./call";
import { serveExport } from "./export-source";
import { reportSource } from "./report-export";
import { askedOf, type Choice, lookAt, mostChoices, type ReportAsked, type ReportBackend } from "./report-look";
import { namesOf, withGaps, zeros } from "./report-rows";
import { type Served, serve } from "./served";

export function serveReport<G extends string, M extends string>(
  declared: Report<G, M>,
  backend: ReportBackend<G, M>,
): Served[] {
  const report = declared as unknown as AnyReport;
  const figures = backend as unknown as ReportBackend;
  return [
    serve(declared.look, async (call, { from, to, by, only }) => {
      const asked = askedOf(report, { from, to, by, only });
      return answerOf(call, report, figures, asked);
    }),
    serveExport(
      declared.export,
      reportSource(report, (call, asked) => allRows(call, report, figures, asked)),
    ),
  ];
}

async function answerOf(
  call: Call,
  report: AnyReport,
  backend: ReportBackend,
  asked: ReportAsked,
): Promise<ReportAnswer> {
  const earlier = periodBefore(asked);
  const now = await lookAt(call, report, backend, asked, true);
  const then = await lookAt(call, report, backend, { ...asked, ...earlier }, false);
  const ofTime = isOfTime(report.groups[asked.by]?.kind ?? "named");
  const names = await namesOf(call, report);
  const before = new Map(then.rows.map(({ key, values }) => [key, values]));
  const rows = withGaps(report, asked, now.rows);
  return {
    rows: (ofTime ? rows : rows.slice(0, reportRows)).map(({ key, label, values }) => ({
      key,
      label: names(asked.by, key, label),
      values,
      before: ofTime ? null : (before.get(key) ?? zeros(report)),
    })),
    count: rows.length,
    total: now.total,
    before: { ...earlier, total: then.total },
    choices: choicesOf(report, now.choices, names),
    names: Object.fromEntries(
      Object.entries(asked.only).map(([name, key]) => [
        name,
        names(name, key, now.choices.find((one) => one.part === name && one.key === key)?.label ?? ""),
      ]),
    ),
  };
}

function choicesOf(report: AnyReport, found: readonly Choice[], names: Awaited<ReturnType<typeof namesOf>>) {
  const choosable = Object.entries(report.groups).filter(([, { choose }]) => choose);
  return Object.fromEntries(
    choosable.map(([name]) => [
      name,
      found
        .filter(({ part }) => part === name)
        .slice(0, mostChoices)
        .map(({ key, label }) => ({ value: key, label: names(name, key, label) })),
    ]),
  );
}

/** Rows of a file: labelled, no others than the page would show if it showed all. */
async function allRows(call: Call, report: AnyReport, backend: ReportBackend, asked: ReportAsked) {
  const { rows, total } = await lookAt(call, report, backend, asked, false);
  const names = await namesOf(call, report);
  return {
    rows: withGaps(report, asked, rows).map(({ key, label, values }) => ({
      label: names(asked.by, key, label),
      values,
    })),
    total,
  };
}
