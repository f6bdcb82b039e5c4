/** A resource's list page from the address: one call, one view. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { isDispatchError } from "~/contract/errors";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { ownBeside, ownCode, ownName, withOwn } from "~/contract/own-fields";
import type { AnyResource, Option } from "~/contract/resource";
import type { Cell } from "~/widgets/cell";
import { beginOf } from "./begin.server";
import { cellFields, cellInputs, cellText } from "./cell-edit.server";
import { cellOf, isNumeric, isWhole, labelOf, leading, textOf, type Value } from "./cells.server";
import { withChosenReferences } from "./chosen-references.server";
import { pagesOf } from "./find-resource.server";
import { columnFields, filterSpecs, listQueryOf } from "./list-fields.server";
import { remembered } from "./list-memory.server";
import { statesAsTabs } from "./list-tabs.server";
import { menuAbove } from "./menu-above.server";
import { filterInputs, type ListQuery, pagerView, sortOf } from "./parts/list-query.server";
import type { Column, CommandLink, FilterInput, ListView, Row } from "./parts/view";
import { commandsOf, isBuiltIn, isEditable, mayPress, type RowCommand } from "./row-commands.server";
import { askView, type Chosen, pressKey, readChosen, selectionView, stillChosen } from "./selection.server";
import { withWayBack } from "./way-back.server";

export { commandList } from "./command-list.server";
export { filterSpecs, sortsOf } from "./list-fields.server";
export type { RowCommand } from "./row-commands.server";

type Arguments = Pick<LoaderFunctionArgs, "request" | "context">;
type Record_ = Record<string, Value>;
type Reply = z.output<AnyResource["methods"]["list"]["answer"]>;

/** The list of a resource, as its reader keeps it. */
export function loadList(args: Arguments, resource: AnyResource, more: RowCommand[] = []): Promise<ListView> {
  return remembered(args, listOf(args, resource, more));
}

async function listOf({ request, context }: Arguments, declared: AnyResource, more: RowCommand[]): Promise<ListView> {
  const url = new URL(request.url);
  const answer = await listed(context, declared, url);
  const { options, capped, own } = answer.otherData;
  const resource = withOwn(declared, own);
  const reply = own ? { ...answer, records: answer.records.map(ownBeside) } : answer;
  const query = listQueryOf(resource, url);
  const shown = columnFields(resource);
  const makes = !resource.pages || resource.pages.create !== undefined;
  const commands = commandsOf(resource, more).filter(({ button }) => mayPress(context, button));
  const found = { count: reply.count, capped };
  const { chosen, drift } = stillChosen(context, resource, query, readChosen(url.searchParams), found);
  const rows = rowsOf(resource, reply, shown, linksOf(resource, context, query), commands, chosen, query, context);
  const names = new Map(reply.records.map((record) => [Number(record.id), String(record[resource.nameField])]));
  const page = { rows, names, ...found };
  const mayEdit = cellFields(resource).length > 0 && mayPress(context, resource.buttons.edit);
  if (mayEdit && url.searchParams.get("edit") === "cells" && reply.records.length <= 100) {
    return { ...editing(resource, reply, rows, query), pager: pagerView({ ...reply, capped }, query) };
  }
  const { search } = new URL(query.here, url);
  return {
    title: (resource.listTitle ?? resource.title)(),
    path: resource.path,
    ...menuAbove(resource),
    create:
      makes && mayPress(context, resource.buttons.add)
        ? withChosenReferences(pagesOf(resource).create, resource, url.searchParams)
        : null,
    ...(resource.tools && {
      tools: resource.tools
        .filter(({ to }) => context.mayOpen(to))
        .map(({ label, to }) => ({ label: label(), to: `${to}${search}` })),
    }),
    exportTo: `${resource.path}/export${search}`,
    ...(resource.imports && mayPress(context, `${resource.noun}:import`) && { importTo: `${resource.path}/import` }),
    ...statesAsTabs(
      resource,
      reply,
      query,
      firstOf(resource, filterInputs(filterSpecs(Object.entries(resource.fields)), query, options)),
    ),
    filtered: query.filtered,
    ...(rows.length === 0 &&
      !query.filtered && { begin: beginOf(context, resource, options), whenEmpty: resource.whenEmpty?.() }),
    columns: withHeads(
      resource,
      shown,
      shown.map(([name, field]) => columnOf(resource, name, field, query)),
    ),
    rows,
    totals: totalsOf(shown, reply),
    ...(mayEdit && { editCells: `${query.here}${query.here.includes("?") ? "&" : "?"}edit=cells` }),
    ...(commands.some(({ declared }) => declared) && rows.length > 0 && { key: pressKey() }),
    selection: selectionView(context, resource, commands, chosen, query, page),
    ask: await askView(context, resource, more, url.searchParams, chosen, query, page),
    ...(drift && { drift }),
    pager: pagerView({ ...reply, capped }, query),
  };
}

/** What the address asks of fields that nobody has added is nonsense, and left out as any other. */
async function listed(context: Arguments["context"], resource: AnyResource, url: URL): Promise<Reply> {
  const { payload } = listQueryOf(resource, url);
  try {
    return await context.dispatch.call(resource.methods.list, payload);
  } catch (error) {
    const wrong = isDispatchError(error) && error.failure.kind === "invalid" ? Object.keys(error.failure.errors) : [];
    if (!wrong.some((name) => name.startsWith(`filters.${ownName("")}`))) throw error;
    const filters = Object.entries(payload.filters ?? {}).filter(([name]) => ownCode(name) === null);
    return context.dispatch.call(resource.methods.list, { ...payload, filters: Object.fromEntries(filters) });
  }
}

/** Rows with inputs, and nothing that would lead away from what is typed. */
function editing(resource: AnyResource, reply: Reply, rows: Row[], query: ListQuery): Omit<ListView, "pager"> {
  const shown = columnFields(resource);
  const cells = cellFields(resource);
  return {
    title: (resource.listTitle ?? resource.title)(),
    path: resource.path,
    ...menuAbove(resource),
    create: null,
    filters: [],
    filtered: false,
    columns: shown.map(([name, field]) => ({
      label: labelOf(field),
      name,
      ...(isNumeric(field) && { numeric: true }),
    })),
    rows: rows.map(({ id, cells: texts }, place) => {
      const record = (reply.records[place] ?? {}) as Record_;
      const inputs = cells.map(([name, field]) => [name, cellText(field, record[name])]);
      return { id, cells: texts, version: Number(record.rowVersion), texts: Object.fromEntries(inputs) };
    }),
    editing: { inputs: cellInputs(resource, reply.otherData.options), cancel: query.here },
  };
}

/** A row's pages lead back to the list as it stands here. */
const pagesFrom = (resource: AnyResource, { here }: ListQuery) => pagesOf(resource, here.split("?")[1]);

function linksOf(resource: AnyResource, context: Arguments["context"], query: ListQuery): Row["links"] {
  const { edit, remove } = pagesFrom(resource, query);
  const { pages, readOnly } = resource;
  const has = (page: "edit" | "remove") =>
    (pages ? pages[page] : !readOnly) && mayPress(context, resource.buttons[page]);
  return [
    ...(has("edit") ? [{ to: edit("{id}"), label: m.engine_edit() }] : []),
    ...(has("remove") ? [{ to: remove("{id}"), label: m.engine_remove(), danger: true }] : []),
  ];
}

function rowsOf(
  resource: AnyResource,
  reply: Reply,
  shown: [string, Field][],
  links: Row["links"],
  commands: RowCommand[],
  chosen: Chosen,
  query: ListQuery,
  { mayOpen }: Arguments["context"],
): Row[] {
  const { options } = reply.otherData;
  const pages = pagesFrom(resource, query);
  const asked = (intent: string) => `${query.here}${query.here.includes("?") ? "&" : "?"}ask=${intent}&id={id}`;
  const inState = sharedByState((status) => ({
    cell: stateCell(resource, status, options),
    commands: tuckedBeyond(
      commands
        .filter(({ when, forGood }) => !forGood && when(status))
        .map(({ intent, label, bites, page, desk, declared }) => ({
          ...{ intent, label: label(), ...(declared?.tone === "bad" && { tucked: true as const }) },
          ...(page ? { to: desk ?? pages.command("{id}", intent) } : bites && { to: asked(intent) }),
        })),
    ),
  }));
  const { blocked = {} } = reply.otherData;
  const notNow = (id: number, fitting: NonNullable<Row["commands"]>) => {
    const why = blocked[String(id)];
    return why
      ? fitting.map(({ to, ...one }) => (why[one.intent] ? { ...one, why: why[one.intent] } : { ...one, to }))
      : fitting;
  };
  const marked = new Set(chosen.ids);
  const editPage = pages.edit("{id}");
  // Made once, so that rows that have the same are sent the same.
  const kept = links?.filter(({ danger }) => !danger);
  const [closed, closedKept] = [links, kept].map((all) => all?.filter(({ to }) => to !== editPage));
  const linksFor = (values: Record_) => {
    const [own, ownKept] = isEditable(resource, values) ? [links, kept] : [closed, closedKept];
    return isBuiltIn(resource, values) ? ownKept : own;
  };
  return reply.records.map((record): Row => {
    const values = record as Record_;
    const { cell: state, commands: fitting } = inState(resource.status ? values[resource.status] : null);
    const id = Number(record.id);
    const cells = shown.map(([name, field]) => {
      if (name === resource.status && !field.words) return state;
      const cell = narrow(cellOf(field, values[name], options[name], name === resource.status, values));
      const shownCell = withBeside(resource, field, cell, values, options);
      return field.page
        ? leading(field.page(values), shownCell, mayOpen)
        : linked(resource, name, values, shownCell, query);
    });
    return {
      id,
      cells,
      links: linksFor(values),
      commands: notNow(id, fitting),
      ...((chosen.all !== "" || marked.has(id)) && { chosen: true }),
    };
  });
}

/** Commands that a row shows by themselves: with more, the columns that it is read for leave the screen. */
const mostShown = 2;

/** Those beyond the first stand behind `⋯`, beside what takes something away. */
function tuckedBeyond(fitting: CommandLink[]): CommandLink[] {
  let shown = 0;
  return fitting.map((one) => {
    if (!one.tucked) shown += 1;
    return one.tucked || shown <= mostShown ? one : { ...one, tucked: true };
  });
}

/** With the values that stand beside it. */
function withBeside(
  { fields }: AnyResource,
  { beside = [], apart = " ", hideZero }: Field,
  cell: Cell,
  values: Record_,
  options: Record<string, Option[]>,
): Cell {
  if (typeof cell !== "string") return cell;
  if (hideZero && Number(cell) === 0) return "";
  const others = beside.flatMap((name) => {
    const field = fields[name];
    const text = field ? textOf(field, values[name], options[name], values) : "";
    // From a day to the same day is that day.
    return field?.kind === "date" && text === cell ? [] : [text];
  });
  return others.length === 0 ? cell : [cell, ...others].filter(Boolean).join(apart);
}

/** The name of a row whose page is known by another field than its id. Of all others the column says where it leads. */
function linked(resource: AnyResource, name: string, values: Record_, cell: Cell, query: ListQuery): Cell {
  const detail = resource.pages?.detail ?? "";
  const field = name === resource.nameField ? fieldIn(detail) : null;
  if (field === null || typeof cell !== "string") return cell;
  const page = detail.replace(`{${field}}`, encodeURIComponent(String(values[field])));
  return { to: withWayBack(page, pagesFrom(resource, query).back), text: cell };
}

/** The field that a page's address asks for; null where that is the id. */
function fieldIn(address = ""): string | null {
  const field = /\{(\w+)\}/.exec(address)?.[1] ?? "id";
  return field === "id" ? null : field;
}

/** A row has room for so many pictures; its own page shows the others. */
const mostPictures = 3;

function narrow(cell: Cell): Cell {
  return typeof cell === "object" && "pictures" in cell ? { pictures: cell.pictures.slice(0, mostPictures) } : cell;
}

/** Over everything found while the count is exact, over this page beyond. */
function totalsOf(shown: [string, Field][], reply: Reply): ListView["totals"] {
  if (!shown.some(([, field]) => field.total) || reply.records.length === 0) return undefined;
  const { totals } = reply.otherData;
  const sums = totals ?? Object.fromEntries(shown.map(([name]) => [name, sumOf(reply.records as Record_[], name)]));
  return {
    label: totals ? m.lists_total() : m.lists_total_page(),
    cells: shown.map(([name, field]) => (field.total ? textOf(field, sums[name] ?? 0, undefined) : "")),
  };
}

const sumOf = (records: Record_[], name: string) => records.reduce((sum, record) => sum + Number(record[name] ?? 0), 0);

/** Rows in the same state share what goes with it. */
function sharedByState<S>(make: (status: Value) => S): (status: Value) => S {
  const made = new Map<Value, S>();
  return (status) => {
    const found = made.get(status) ?? make(status);
    made.set(status, found);
    return found;
  };
}

function stateCell({ status, fields }: AnyResource, value: Value, options: Record<string, Option[]>): Cell {
  const field = status && fields[status];
  return field ? cellOf(field, value, options[status], true) : "";
}

function hasPage({ nameField, pages }: AnyResource, name: string): boolean {
  return name === nameField && (!pages || (pages.detail !== undefined && fieldIn(pages.detail) === null));
}

function columnOf(resource: AnyResource, name: string, field: Field, query: ListQuery): Column {
  const label = field.heading?.() ?? labelOf(field);
  const sortable = field.sort || resource.defaultSort.field === name;
  return {
    label,
    name,
    ...(field.hiddenAtFirst && { hiddenAtFirst: true }),
    ...(hasPage(resource, name) && { link: pagesFrom(resource, query).detail("{id}") }),
    ...(isNumeric(field) && { numeric: true }),
    ...(isWhole(field) && { whole: true }),
    ...(sortable && { sort: sortOf(name, label, query) }),
  };
}

/** What stands in the head of a card: the row's name, its state, the first amount and the first day or moment. */
function withHeads({ nameField, status }: AnyResource, shown: [string, Field][], columns: Column[]): Column[] {
  const first = (...kinds: Field["kind"][]) => shown.find(([, { kind }]) => kinds.includes(kind))?.[0];
  const heads = new Map<string | undefined, NonNullable<Column["card"]>>([
    [first("date", "moment"), "time"],
    [first("money"), "amount"],
    [status, "state"],
    [nameField, "name"],
  ]);
  return columns.map((column) => {
    const card = heads.get(column.name);
    return card ? { ...column, card } : column;
  });
}

function firstOf({ firstFilters = [] }: AnyResource, filters: FilterInput[]): FilterInput[] {
  const first = firstFilters.flatMap((name) => filters.filter((one) => one.name === name));
  return [
    ...first.map((one) => ({ ...one, first: true as const })),
    ...filters.filter(({ name }) => !firstFilters.includes(name)),
  ];
}
