/** The address of a list: filters, sort and page read from it, and addresses of its neighbours made from it. */
import { addDays, businessDay } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { allRows, allRowsBound, countBound, type ListPayload, type Option, pageSizes } from "~/contract/resource";
import { type FilterSpec, readFilters } from "./filter-values.server";
import type { Column, FilterInput, PagerView } from "./view";

export type { FilterSpec } from "./filter-values.server";

export interface ListQuery {
  payload: Partial<ListPayload>;
  values: Record<string, string>;
  /** What is wrong with a filter, by its name. */
  errors: Record<string, string>;
  /** As it was typed: the address's own words for one name. */
  typed(name: string): string;
  filtered: boolean;
  /** The address as it is, without a question that is being asked. */
  here: string;
  /** The address with some of its parts changed; a page starts anew unless it is named. */
  to(changes: Record<string, string | null>): string;
  sort: string;
  order: "asc" | "desc";
  /** Page sizes on offer; -1 is all rows. */
  sizes: readonly number[];
}

interface Allowed {
  /** All rows on one page may be asked for; the method must take -1. */
  all?: boolean;
}

/** Nonsense in the address is left out: a list is shown whatever somebody typed there. */
export function readListQuery(url: URL, filters: FilterSpec[], sorts: string[], allowed: Allowed = {}): ListQuery {
  const query = url.searchParams;
  const { values, errors } = readFilters(query, filters);
  const sort = sorts.find((name) => name === query.get("sort")) ?? "";
  const order = query.get("order") === "desc" ? "desc" : "asc";
  const sizes: readonly number[] = allowed.all ? [...pageSizes, allRows] : pageSizes;
  const pageSize = sizes.find((size) => String(size) === query.get("pageSize")) ?? 10;
  const pageNo = /^[1-9]\d{0,5}$/.test(query.get("pageNo") ?? "") ? Number(query.get("pageNo")) : 1;
  const to: ListQuery["to"] = (changes) => {
    const next = new URLSearchParams();
    for (const [name, value] of query) {
      if (value !== "" && !Object.hasOwn(changes, name) && !passing.includes(name)) next.append(name, value);
    }
    for (const [name, value] of Object.entries(changes)) if (value) next.set(name, value);
    const search = next.toString();
    return url.pathname.replace(/\.data$/, "") + (search ? `?${search}` : "");
  };
  return {
    payload: { pageNo, pageSize, order, filters: values, ...(sort && { sort }) },
    values,
    errors,
    typed: (name) => (query.get(name) ?? "").slice(0, 200),
    filtered: Object.keys(values).length > 0,
    sort,
    order,
    sizes,
    here: to({ pageNo: pageNo === 1 ? null : String(pageNo) }),
    to,
  };
}

/** Not handed on: another address begins at its first page and asks nothing. */
const passing = ["pageNo", "ask", "id", "memory", "wrong", "print", "edit", "_data"];

export function filterInputs(
  filters: FilterSpec[],
  query: ListQuery,
  options: Record<string, Option[]>,
  now = new Date(),
): FilterInput[] {
  const shown = filters.filter(({ hidden }) => !hidden);
  return shown.map(({ name, label, kind, ahead }) => {
    const value = query.values[name] ?? "";
    const error = query.errors[name];
    switch (kind) {
      case "text":
      case "number":
        return { kind: "text", name, label, value };
      case "choice":
        return { kind, name, label, value, options: options[name] ?? [] };
      case "flag":
        return { kind: "choice", name, label, value, options: yesAndNo() };
      case "choices":
        return { kind, name, label, values: value === "" ? [] : value.split(","), options: options[name] ?? [] };
      default: {
        const typed = { from: query.typed(`${name}.from`), to: query.typed(`${name}.to`), ...(error && { error }) };
        if (kind !== "days") return { kind: "numbers", name, label, ...typed };
        return { kind, name, label, ...typed, shortcuts: (ahead ? shortcutsAhead : shortcuts)(name, query, now) };
      }
    }
  });
}

const yesAndNo = (): Option[] => [
  { value: "true", label: m.engine_yes() },
  { value: "false", label: m.engine_no() },
];

/** Specification 9: today, yesterday, last week (7 days), last month (30 days). */
function shortcuts(name: string, query: ListQuery, now: Date) {
  const day = (back: number) => addDays(businessDay(now), -back);
  const between = (from: string, to: string) => query.to({ [`${name}.from`]: from, [`${name}.to`]: to });
  return [
    { label: m.engine_today(), to: between(day(0), day(0)) },
    { label: m.engine_yesterday(), to: between(day(1), day(1)) },
    { label: m.engine_last_week(), to: between(day(6), day(0)) },
    { label: m.engine_last_month(), to: between(day(29), day(0)) },
  ];
}

/** Of what ends: what is over, and what will be in the weeks ahead. */
function shortcutsAhead(name: string, query: ListQuery, now: Date) {
  const today = businessDay(now);
  const between = (from: string | null, days: number) =>
    query.to({ [`${name}.from`]: from, [`${name}.to`]: addDays(today, days) });
  return [
    { label: m.engine_over(), to: between(null, -1) },
    ...[7, 30, 60].map((n) => ({ label: m.engine_within_days({ n }), to: between(today, n) })),
  ];
}

export function sortOf(name: string, label: string, query: ListQuery): NonNullable<Column["sort"]> {
  const now = query.sort !== name ? "none" : query.order === "asc" ? "ascending" : "descending";
  return {
    to: query.to({ sort: name, order: now === "ascending" ? "desc" : "asc" }),
    now,
    label: m.engine_sort_by({ label }),
  };
}

interface Reply {
  pageNo: number;
  pageSize: number;
  totalPage: number;
  count: number;
  capped: boolean;
}

export function pagerView({ pageNo, pageSize, totalPage, count, capped }: Reply, query: ListQuery): PagerView {
  const page = (n: number) => query.to({ pageNo: n === 1 ? null : String(n) });
  const address = new URL(query.to({}), "http://list");
  return {
    total: totalText(count, capped),
    pageNo,
    totalPage,
    previous: pageNo > 1 ? page(pageNo - 1) : null,
    next: pageNo < totalPage ? page(pageNo + 1) : null,
    pages: pagesAround(pageNo, totalPage).map((n) => ({ n, to: n === 0 ? "" : page(n) })),
    sizes: query.sizes.map((n) => ({
      n,
      to: query.to({ pageSize: n === 10 ? null : String(n) }),
      now: n === pageSize,
    })),
    note: notes(pageSize, count, capped),
    kept: [...address.searchParams],
  };
}

export function totalText(count: number, capped: boolean): string {
  return capped ? m.engine_total_more({ n: countBound }) : m.engine_total({ n: count });
}

/** What "all" does not show, and where pages end. */
function notes(pageSize: number, count: number, capped: boolean): string {
  if (capped) return m.lists_capped({ n: countBound });
  return pageSize === allRows && count > allRowsBound ? m.lists_all_bound({ n: allRowsBound }) : "";
}

/** First, last, and two to each side; 0 for a gap. */
export function pagesAround(pageNo: number, totalPage: number): number[] {
  const near = [1, ...Array.from({ length: 5 }, (_, index) => pageNo - 2 + index), totalPage];
  const pages = [...new Set(near.filter((n) => n >= 1 && n <= totalPage))].sort((a, b) => a - b);
  return pages.flatMap((n, index) => {
    const before = pages[index - 1];
    return before !== undefined && n - before > 1 ? [0, n] : [n];
  });
}
