/**
 * A report: figures of a business over a period, grouped by one of several things. Declared once: method, export, page with
 * chart, comparison, drill-down and print come from it. The backend says what happened (`server/backend/kernel/report.ts`).
 */
import { z } from "zod";
import { addDays } from "./business-time";
import { exportMethod } from "./export";
import type { FunctionCode } from "./menu-entry";
import { type Message, m } from "./messages";
import { type Business, method } from "./method";
import type { PeriodName } from "./report-period";
import { day, isDay } from "./validators";

/** Days of one report at most: a year, and the day that a leap year has more. */
export const longestReport = 366;
/** Rows on the page; the total is that of all. */
export const reportRows = 300;
/** Rows of a file at most. */
export const reportFileRows = 10_000;

/** Groups of time: their rows stand in the order of time, and what had nothing is a row of zeros. */
export const timeKinds = ["day", "month", "weekday", "hour"] as const;
export type TimeKind = (typeof timeKinds)[number];

export interface ReportGroup {
  label: Message;
  /**
   * `dictionary`: keys are its items. `park`: of the facts' `park_id`. `named`: each key comes with its name. `document`: the
   * rows themselves, a record a row, each with its number.
   */
  kind: TimeKind | "dictionary" | "park" | "named" | "document";
  dictionary?: string;
  /** It is among the filters above the table; every group narrows by a key nonetheless. */
  choose?: true;
  /** Address of a record's page; `{key}` stands for its id. */
  page?: string;
  /** By what a row is broken down; default: the report's `into`. */
  into?: string;
}

export interface ReportMeasure {
  label: Message;
  /** Counts are integers, money is fen, `share` is one measure of another in ten-thousandths. */
  kind: "count" | "money" | "share";
  /** It stands in the chart; of several, those of one kind. */
  chart?: true;
  /** Left out where it is zero throughout. */
  quiet?: true;
}

interface ReportDefinition<G extends string, M extends string> {
  title: Message;
  path: string;
  fun: FunctionCode;
  /** The first is the usual one. */
  groups: Readonly<Record<G, ReportGroup>>;
  measures: Readonly<Record<M, ReportMeasure>>;
  /** Rows are sorted by it, and its share of the whole is told. */
  main: NoInfer<M>;
  /** What a row is broken down into, unless its group says otherwise. */
  into: NoInfer<G>;
  /** What is shown where the address says nothing. */
  period: PeriodName;
  chart: "bar" | "line";
  /** What the figures are made of, in a few sentences: whoever doubts one finds it said. */
  about: Message;
}

/** Values by measure. */
const figures = z.record(z.string(), z.number());
export type Figures = z.output<typeof figures>;

/** Which keys alone, by group. */
const only = z.record(z.string().max(40), z.string().max(200));

const answer = z.object({
  rows: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      values: figures,
      /** Of the same key in the period before; null of groups of time, which had other days then. */
      before: figures.nullable(),
    }),
  ),
  /** How many rows there are; those beyond {@link reportRows} are not among them. */
  count: z.number(),
  /** Over everything that the filters find. */
  total: figures,
  /** The same number of days before, or the same part of the month or year before. */
  before: z.object({ from: day, to: day, total: figures }),
  /** By group: what may be chosen, of what there was in the period. */
  choices: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
  /** Names of what the report is narrowed to, by group. */
  names: z.record(z.string(), z.string()),
});
export type ReportAnswer = z.output<typeof answer>;

export function report<const G extends string, const M extends string>(
  business: Business,
  noun: string,
  definition: ReportDefinition<G, M>,
) {
  const { fun, groups } = definition;
  const names = Object.keys(groups);
  return {
    ...definition,
    business,
    noun,
    look: method(business, noun, {
      payload: z
        .object({
          from: day,
          to: day,
          /** Default: the first group. */
          by: z.enum(names).optional(),
          only: only.default({}),
        })
        .refine(({ from, to }) => from <= to, { path: ["to"], error: () => m.forms_v_range() })
        // Also asked of what is no day, which has its own error.
        .refine(({ from, to }) => !isDay(from) || to < addDays(from, longestReport), {
          path: ["to"],
          error: () => m.report_too_long({ days: longestReport }),
        }),
      answer,
      access: { fun },
    }),
    /** Its filters are `period` (`yyyy-MM-dd~yyyy-MM-dd`), `by`, and the keys by group. */
    export: exportMethod(business, noun, { fun }, definition.title),
  };
}

export type Report<G extends string = string, M extends string = string> = ReturnType<typeof report<G, M>>;
/** Any report, for the registry and the screen. */
export type AnyReport = Omit<Report, "groups" | "measures" | "main" | "into"> & {
  groups: Readonly<Record<string, ReportGroup>>;
  measures: Readonly<Record<string, ReportMeasure>>;
  main: string;
  into: string;
};

export const isOfTime = (kind: ReportGroup["kind"]): kind is TimeKind =>
  (timeKinds as readonly string[]).includes(kind);
