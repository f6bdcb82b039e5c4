/** Figures of a report as people read them. */
import { type Message, m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { ReportMeasure } from "~/contract/report-kind";
import type { PeriodName } from "~/contract/report-period";

export const periodLabels: Record<PeriodName, Message> = {
  today: m.report_today,
  yesterday: m.report_yesterday,
  thisWeek: m.report_this_week,
  lastWeek: m.report_last_week,
  thisMonth: m.report_this_month,
  lastMonth: m.report_last_month,
  thisYear: m.report_this_year,
  lastYear: m.report_last_year,
};

/** 1234567 → "1,234,567". */
export const countText = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

export function figureText({ kind }: ReportMeasure, value: number): string {
  if (kind === "money") return formatYuan(value);
  return kind === "share" ? `${(value / 100).toFixed(1)}%` : countText(value);
}

export const headOf = ({ kind, label }: ReportMeasure): string => label() + (kind === "money" ? m.engine_yuan() : "");

export const periodText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? from : m.report_period({ from, to });
