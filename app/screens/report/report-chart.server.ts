/** The picture of a report: its first rows by the measures that stand in the chart, money in whole yuan. */
import { m } from "~/contract/messages";
import { type AnyReport, isOfTime, type ReportAnswer } from "~/contract/report-kind";
import type { ReportAddress } from "./report-address.server";

/** Of groups that are no time: the largest, as many as a picture has room for. */
const largest = 12;
/** Points that still make bars; more of them are a line. */
const mostBars = 40;
/** Characters of a label that stand beneath a bar. */
const labelLength = 8;

export function chartOf(report: AnyReport, { by }: ReportAddress, { rows }: ReportAnswer) {
  const { kind, label } = report.groups[by] ?? { kind: "named", label: report.title };
  const ofTime = isOfTime(kind);
  const drawn = Object.entries(report.measures).filter(([, measure]) => measure.chart);
  const isMoney = drawn[0]?.[1].kind === "money";
  const shown = ofTime ? rows : rows.slice(0, largest);
  if (shown.length < 2 || drawn.length === 0) return null;
  const measures = drawn.map(([, measure]) => measure.label()).join(m.report_and());
  const title = (isMoney ? m.report_chart_yuan : m.report_chart)({ measures, group: label() });
  return {
    kind: ofTime && (report.chart === "line" || shown.length > mostBars) ? ("line" as const) : ("bar" as const),
    title: !ofTime && rows.length > largest ? `${title} · ${m.report_ranking({ n: largest })}` : title,
    labels: shown.map((row) => short(kind, row.label)),
    series: drawn.map(([name, measure]) => ({
      name: measure.label(),
      values: shown.map(({ values }) => (values[name] ?? 0) / (isMoney ? 100 : 1)),
    })),
  };
}

/** A day without its year; a long name is cut. */
function short(kind: string, label: string): string {
  if (kind === "day") return label.slice(5);
  return label.length > labelLength ? `${label.slice(0, labelLength - 1)}…` : label;
}
