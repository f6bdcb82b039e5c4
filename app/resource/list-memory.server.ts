/** A list as its account keeps it: columns chosen, ordered and widened, filters by name. For any list, also a hand-written one. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { stamp } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { type ColumnChoice, listMemory, maxSavedFilters, type SavedView } from "~/contract/platform/list-memory";
import { allRows, type Option } from "~/contract/resource";
import type { Column, FilterInput, ListView, Memory } from "./parts/view";

type Arguments = Pick<LoaderFunctionArgs, "request" | "context">;

/** Parts of an address that say how a list is looked at now, not what it shows. */
const passing = ["pageNo", "sel", "all", "ask", "id", "memory", "wrong", "print", "edit", "view", "_data"];

export async function remembered<V extends ListView>(
  { request, context }: Arguments,
  made: V | Promise<V>,
): Promise<V> {
  const path = context.path.split("?")[0] ?? "";
  const url = new URL(request.url);
  const panel = url.searchParams.get("memory");
  const sharing = panel === "filters" && { sharing: true };
  const asked = context.dispatch.call(listMemory, { list: path, ...sharing }, { silent: true });
  const [view, memory] = await Promise.all([made, asked]);
  const search = kept(url.searchParams);
  const views = memory?.filters ?? [];
  const viewed = views.find(({ id, columns }) => columns.length > 0 && String(id) === url.searchParams.get("view"));
  const filters = views.map((one) => savedView(path, one, one.search === search && (viewed ?? one) === one));
  const named = view.columns.map((column, index) => ({ ...column, name: column.name ?? `c${index}` }));
  const choices = merged(viewed?.columns ?? memory?.columns ?? [], named);
  return {
    ...inOrder({ ...view, columns: named }, choices),
    memory: {
      list: path,
      search,
      filters,
      here: path + (search && `?${search}`),
      print: printAddress(
        path,
        search,
        view.pager.sizes.some(({ n }) => n === allRows),
      ),
      ...(panel === "columns" && { choices: choices.map((one) => ({ ...one, label: labelOf(named, one.name) })) }),
      ...(panel === "filters" && {
        naming: true,
        share: memory?.roles,
        wrong: wrongs[url.searchParams.get("wrong") ?? ""]?.(),
      }),
    } satisfies Memory,
    ...(url.searchParams.has("print") && { print: printed(view, path, search) }),
  };
}

/** A view with columns of its own says in the address which it is. */
function savedView(path: string, { id, name, search, columns, audience, by }: SavedView, now: boolean) {
  const query = new URLSearchParams(search);
  if (columns.length > 0 && id !== undefined) query.set("view", String(id));
  return {
    name,
    to: path + (query.size > 0 ? `?${query}` : ""),
    ...(now && { now }),
    ...(audience !== "mine" && { shared: by === "" ? m.lists_view_shared() : m.lists_view_by({ by }) }),
    ...(by !== "" && id !== undefined && { theirs: id }),
  };
}

/** As many rows as the list has on a page at most. */
function printAddress(path: string, search: string, all: boolean): string {
  const query = new URLSearchParams(search);
  query.set("pageSize", String(all ? allRows : 100));
  query.set("print", "1");
  return `${path}?${query}`;
}

/** When, where the parks are, and each filter that is set. */
function printed(view: ListView, path: string, search: string): NonNullable<ListView["print"]> {
  const query = new URLSearchParams(search);
  query.delete("pageSize");
  return {
    at: stamp(new Date()).slice(0, 16),
    filters: view.filters.flatMap(wordsOf),
    back: path + (query.size > 0 ? `?${query}` : ""),
  };
}

function wordsOf(filter: FilterInput): string[] {
  const said = (text: string) => (text === "" ? [] : [`${filter.label}：${text}`]);
  const labels = (options: Option[], values: string[]) =>
    options.flatMap(({ value, label }) => (values.includes(value) ? [label] : [])).join(m.words_comma());
  switch (filter.kind) {
    case "text":
      return said(filter.value);
    case "choice":
      return filter.value === "" ? [] : said(labels(filter.options, [filter.value]));
    case "choices":
      return said(labels(filter.options, filter.values));
    default:
      return filter.from || filter.to ? said(`${filter.from}–${filter.to}`) : [];
  }
}

/** Why a filter was not kept. */
const wrongs: Record<string, () => string> = {
  name: () => m.lists_filter_name_wrong({ n: 30 }),
  full: () => m.lists_filters_full({ n: maxSavedFilters }),
};

function kept(query: URLSearchParams): string {
  const own = new URLSearchParams();
  for (const [name, value] of query) if (value !== "" && !passing.includes(name)) own.append(name, value);
  return own.toString();
}

type Named = Column & { name: string };

const labelOf = (columns: Named[], name: string) => columns.find((column) => column.name === name)?.label ?? name;

/** Columns that are new since the choice was made stand at the end; those that are gone are forgotten. */
function merged(chosen: ColumnChoice[], columns: Named[]): ColumnChoice[] {
  const known = chosen.filter(({ name }) => columns.some((column) => column.name === name));
  const fresh = columns.filter(({ name }) => !known.some((choice) => choice.name === name));
  return [...known, ...fresh.map(({ name, hiddenAtFirst }) => ({ name, shown: !hiddenAtFirst, width: 0 }))];
}

function inOrder<V extends ListView & { columns: Named[] }>(view: V, choices: ColumnChoice[]): V {
  const shown = choices.filter((choice) => choice.shown);
  const places = shown.map(({ name }) => view.columns.findIndex((column) => column.name === name));
  const same = places.length === view.columns.length && places.every((place, index) => place === index);
  const pick = <T>(all: T[]): T[] => places.flatMap((place) => all.slice(place, place + 1));
  const columns = pick(view.columns).map((column, index) => ({
    ...column,
    ...(shown[index]?.width && { width: shown[index].width }),
  }));
  if (same || shown.length === 0) return { ...view, columns: shown.length === 0 ? view.columns : columns };
  return {
    ...view,
    columns,
    rows: view.rows.map((row) => ({ ...row, cells: pick(row.cells) })),
    ...(view.totals && { totals: { ...view.totals, cells: pick(view.totals.cells) } }),
  };
}
