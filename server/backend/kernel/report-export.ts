/** A report as a file: the rows of the page, all of them, and the total below. */
import { type ExportColumn, type ExportPayload, exportBound } from "~/contract/export";
import { m } from "~/contract/messages";
import { type AnyReport, type Figures, longestReport, reportFileRows } from "~/contract/report-kind";
import { daysIn, periodOf } from "~/contract/report-period";
import { dayRange } from "~/contract/validators";
import { businessDay } from "./business-time";
import type { Call } from "./call";
import type { ExportRow, ExportSource } from "./exportable";
import { Invalid, Refusal } from "./refusal";
import { askedOf, type ReportAsked } from "./report-look";

interface Rows {
  rows: readonly { label: string; values: Figures }[];
  total: Figures;
}

/** Ids are places in the order of the page, from 1; the total has the one after the last. */
export function reportSource(report: AnyReport, read: (call: Call, asked: ReportAsked) => Promise<Rows>): ExportSource {
  const measures = Object.entries(report.measures);
  const figures = measures.map(
    ([name, { label, kind }]): ExportColumn => ({
      name,
      label,
      kind: kind === "money" ? "money" : kind === "share" ? "text" : "number",
    }),
  );
  const columns = (by: string): ExportColumn[] => [
    { name: "group", label: report.groups[by]?.label ?? report.title, kind: "text" },
    ...figures,
  ];
  const cells = (values: Figures): ExportRow =>
    Object.fromEntries(
      measures.map(([name, { kind }]) => [
        name,
        kind === "share" ? `${((values[name] ?? 0) / 100).toFixed(2)}%` : (values[name] ?? 0),
      ]),
    );
  return {
    title: report.title,
    columns: columns(Object.keys(report.groups)[0] ?? ""),
    columnsFor: (asked) => columns(asked.filters.by ?? Object.keys(report.groups)[0] ?? ""),
    titleFor: ({ filters }) => `${report.title()} ${(filters.period ?? "").replace("~", " – ")}`.trim(),
    async ids(call, asked, limit) {
      const { rows } = await read(call, exportAsked(report, call, asked));
      if (rows.length > reportFileRows) throw new Refusal(m.report_file_too_long({ n: reportFileRows }));
      if (rows.length === 0) return [];
      return Array.from({ length: Math.min(limit, rows.length + 1, exportBound) }, (_, place) => place + 1);
    },
    async rows(call, ids, asked) {
      const { rows, total } = await read(call, exportAsked(report, call, asked));
      return ids.flatMap((place): ExportRow[] => {
        if (place === rows.length + 1) return [{ group: m.report_total(), ...cells(total) }];
        const row = rows[place - 1];
        return row ? [{ group: row.label, ...cells(row.values) }] : [];
      });
    },
  };
}

/** What the page has in its address, as filters of an export; without a period the one that the page opens with. */
function exportAsked(report: AnyReport, { now }: Call, { filters }: ExportPayload): ReportAsked {
  const { period: asked, by, ...only } = filters;
  const usual = periodOf(report.period, businessDay(now));
  const period = asked ?? `${usual.from}~${usual.to}`;
  const range = dayRange.safeParse(period);
  if (!range.success) throw new Invalid({ period: [m.v_date()] });
  const [from = "", to = ""] = range.data.split("~");
  if (daysIn({ from, to }) > longestReport) throw new Invalid({ period: [m.report_too_long({ days: longestReport })] });
  return askedOf(report, { from, to, by, only });
}
