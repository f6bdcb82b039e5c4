/** What the page of a report shows, translated and written out: one call, and everything that leads on from its rows. */
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { stamp } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { reports } from "~/contract/registry";
import { type AnyReport, type ReportAnswer, reportRows } from "~/contract/report-kind";
import { periodNames } from "~/contract/report-period";
import { changeOf, percent, sharesOf, signedPercent } from "~/contract/report-shares";
import { businessDay } from "~/screens/business-day";
import { functionsOfPage } from "~/screens/page-access";
import { mayOpen } from "~/screens/rights.server";
import { addressOf, daysOfKey, type ReportAddress, readAddress } from "./report-address.server";
import { chartOf } from "./report-chart.server";
import { countText, figureText, headOf, periodLabels, periodText } from "./report-words.server";

export function reportAt(path: string): AnyReport {
  const found = reports.find((report) => report.path === path);
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

export async function loadReport({ request, context }: LoaderFunctionArgs) {
  const [path = ""] = context.path.split("?");
  const report = reportAt(path);
  const at = readAddress(report, new URL(request.url), businessDay());
  const { from, to, by, only } = at;
  const found = await context.dispatch.call(report.look, { from, to, by, only });
  const measures = shownMeasures(report, found);
  return {
    title: report.title(),
    path,
    period: periodText(at),
    ...addressParts(report, at, found),
    problem: at.problem,
    print: at.isPrint ? { back: addressOf(report, at), at: m.report_printed({ at: stamp(new Date()) }) } : null,
    links: {
      print: addressOf(report, at, { print: "T" }),
      export: addressOf(report, at, { period: null, from, to, by }, "/export"),
    },
    compared: m.report_compared({ period: periodText(found.before) }),
    figures: found.rows.length === 0 ? [] : measures.map(([name, measure]) => figureOf(name, measure, found)),
    chart: chartOf(report, at, found),
    table: tableOf(context, report, at, found, measures),
    note: found.count > found.rows.length ? m.report_more_rows({ count: countText(found.count), n: reportRows }) : "",
    empty: emptyOf(report, at),
    about: report.about(),
  };
}

export type ReportView = Awaited<ReturnType<typeof loadReport>>;

type Measures = ReturnType<typeof shownMeasures>;

/** One that is nothing throughout, now and before, is left out where its report says so. */
function shownMeasures(report: AnyReport, { rows, total, before }: ReportAnswer) {
  return Object.entries(report.measures).filter(
    ([name, { quiet }]) =>
      !quiet || total[name] !== 0 || before.total[name] !== 0 || rows.some(({ values }) => values[name] !== 0),
  );
}

function addressParts(report: AnyReport, at: ReportAddress, { choices, names }: ReportAnswer) {
  const groups = Object.entries(report.groups);
  const removed = (name: string) => addressOf(report, at, { [name]: null });
  return {
    from: at.from,
    to: at.to,
    by: at.by === groups[0]?.[0] ? "" : at.by,
    periods: periodNames.map((name) => ({
      label: periodLabels[name](),
      to: addressOf(report, at, { period: name, from: null, to: null }),
      isHere: at.period === name,
    })),
    groups: groups.map(([name, { label }]) => ({
      label: label(),
      to: addressOf(report, at, { by: name }),
      isHere: at.by === name,
    })),
    filters: groups
      .filter(([, { choose }]) => choose)
      .map(([name, { label }]) => {
        const value = at.only[name] ?? "";
        const options = choices[name] ?? [];
        const isThere = value === "" || options.some((one) => one.value === value);
        return {
          name,
          label: label(),
          value,
          options: isThere ? options : [{ value, label: names[name] ?? value }, ...options],
        };
      }),
    /** What it is narrowed to by following rows: no filter says it. */
    narrowed: groups
      .filter(([name, { choose }]) => !choose && name in at.only)
      .map(([name, { label }]) => ({
        name,
        value: at.only[name] ?? "",
        text: m.report_only({ group: label(), value: names[name] ?? "" }),
        remove: removed(name),
      })),
    said: groups
      .filter(([name]) => name in at.only)
      .map(([name, { label }]) => m.report_only({ group: label(), value: names[name] ?? "" })),
    isFiltered: Object.keys(at.only).length > 0,
    clear: addressOf(report, { ...at, only: {} }),
  };
}

function figureOf(name: string, measure: Measures[number][1], { total, before }: ReportAnswer) {
  const [now, then] = [total[name] ?? 0, before.total[name] ?? 0];
  const change = measure.kind === "share" ? null : changeOf(now, then);
  return {
    label: headOf(measure),
    value: figureText(measure, now),
    before: m.report_before({ value: figureText(measure, then) }),
    change: change === null ? "" : signedPercent(change),
  };
}

function tableOf(
  context: AppLoadContext,
  report: AnyReport,
  at: ReportAddress,
  { rows, total, before }: ReportAnswer,
  measures: Measures,
) {
  const { main } = report;
  const hasBefore = rows.some((row) => row.before !== null);
  const shares = sharesOf(
    rows.map(({ values }) => values[main] ?? 0),
    total[main] ?? 0,
  );
  const changed = (now: number, then: number): string => {
    const change = changeOf(now, then);
    return change === null ? "—" : signedPercent(change);
  };
  return {
    head: [report.groups[at.by]?.label() ?? "", ...measures.map(([, measure]) => headOf(measure))],
    share: m.report_share(),
    change: hasBefore ? m.report_change() : "",
    rows: rows.map((row, place) => ({
      ...{ key: row.key, label: row.label, to: wayOf(context, report, at, row) },
      cells: [
        ...measures.map(([name, measure]) => figureText(measure, row.values[name] ?? 0)),
        shares[place] == null ? "—" : percent(shares[place]),
        ...(hasBefore ? [changed(row.values[main] ?? 0, row.before?.[main] ?? 0)] : []),
      ],
    })),
    total: [
      ...measures.map(([name, measure]) => figureText(measure, total[name] ?? 0)),
      (total[main] ?? 0) > 0 ? percent(1_000) : "—",
      ...(hasBefore ? [changed(total[main] ?? 0, before.total[main] ?? 0)] : []),
    ],
  };
}

/** Where a row leads: to its record where the reader may open it, else to what it is made of. */
function wayOf(context: AppLoadContext, report: AnyReport, at: ReportAddress, { key }: { key: string }): string | null {
  const group = report.groups[at.by];
  if (!group) return null;
  if (group.page) {
    const page = group.page.replace("{key}", encodeURIComponent(key));
    const funs = functionsOfPage(page.split("?")[0] ?? "") ?? [];
    return funs.some((fun) => mayOpen(context, fun)) ? page : null;
  }
  const into = group.into ?? report.into;
  if (into === at.by) return null;
  const days = daysOfKey(group.kind, key, at);
  if (days) return addressOf(report, at, { period: null, ...days, by: into });
  return addressOf(report, at, { [at.by]: key, by: into });
}

function emptyOf(report: AnyReport, at: ReportAddress) {
  const period = periodText(at);
  const isFiltered = Object.keys(at.only).length > 0;
  return {
    text: isFiltered ? m.report_empty_filters({ period }) : m.report_empty({ period }),
    ways: [
      ...(isFiltered ? [{ label: m.report_clear(), to: addressOf(report, { ...at, only: {} }) }] : []),
      ...(["lastMonth", "thisYear", "lastYear"] as const)
        .filter((name) => name !== at.period)
        .map((name) => ({
          label: periodLabels[name](),
          to: addressOf(report, at, { period: name, from: null, to: null }),
        })),
    ],
  };
}
