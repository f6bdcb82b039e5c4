/** A resource's list page from the address: one call, one view. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import type { z } from "zod";
import type { FlashKey } from "~/contract/context";
import type { Field } from "~/contract/field-kinds";
import { type Message, m } from "~/contract/messages";
import type { Method } from "~/contract/method";
import type { AnyResource, Option } from "~/contract/resource";
import { attempt, done, typedOf } from "~/form/submission.server";
import type { Cell } from "~/widgets/cell";
import { cellOf, isNumeric, labelOf, textOf, type Value } from "./cells.server";
import { pagesOf } from "./find-resource.server";
import {
  type FilterSpec,
  filterInputs,
  type ListQuery,
  pagerView,
  readListQuery,
  sortOf,
} from "./parts/list-query.server";
import type { Column, ListView, Row } from "./parts/view";

/** A named command on a row that changes its state, for who holds its button. */
export interface RowCommand {
  intent: string;
  label: Message;
  button: string;
  method: Method;
  flash: FlashKey;
  /** In which states of the row. */
  when: (status: Value) => boolean;
}

type Arguments = Pick<LoaderFunctionArgs, "request" | "context">;
type Record_ = Record<string, Value>;
type Reply = z.output<AnyResource["methods"]["list"]["answer"]>;

export async function loadList(
  { request, context }: Arguments,
  resource: AnyResource,
  more: RowCommand[] = [],
): Promise<ListView> {
  const fields = Object.entries(resource.fields);
  const filters = filterSpecs(fields);
  const query = readListQuery(new URL(request.url), filters, sortsOf(resource, fields), { all: true });
  const reply = await context.dispatch.call(resource.methods.list, query.payload);
  const options = reply.otherData.options;
  const may = (button: string) => Boolean(context.user?.sysButtonRolePOSet.some(({ code }) => code === button));
  const pages = pagesOf(resource);
  const shown = fields.filter(([, field]) => field.list);
  const commands = [...stateCommands(resource), ...more].filter(({ button }) => may(button));
  const links = [
    ...(may(resource.buttons.edit) ? [{ to: pages.edit("{id}"), label: m.engine_edit() }] : []),
    ...(may(resource.buttons.remove) ? [{ to: pages.remove("{id}"), label: m.engine_remove(), danger: true }] : []),
  ];
  const inState = sharedByState((status) => ({
    cell: stateCell(resource, status, options),
    commands: commands.filter(({ when }) => when(status)).map(({ intent, label }) => ({ intent, label: label() })),
  }));
  const rows = reply.records.map((record): Row => {
    const { cell: state, commands: fitting } = inState(resource.status ? (record as Record_)[resource.status] : null);
    const cells = shown.map(([name, field]) =>
      name === resource.status ? state : cellOf(field, (record as Record_)[name], options[name], false),
    );
    return { id: Number(record.id), cells, links, commands: fitting };
  });
  return {
    title: resource.title(),
    path: resource.path,
    create: may(resource.buttons.add) ? pages.create : null,
    exportTo: `${pages.list}/export${new URL(query.to({}), request.url).search}`,
    filters: filterInputs(filters, query, options),
    filtered: query.filtered,
    columns: shown.map(([name, field]) => columnOf(resource, name, field, query)),
    rows,
    totals: totalsOf(shown, reply),
    pager: pagerView({ ...reply, capped: reply.otherData.capped }, query),
  };
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

export function filterSpecs(fields: [string, Field][]): FilterSpec[] {
  return fields.flatMap(([name, field]) => {
    if (!field.filter) return [];
    return [{ name, label: labelOf(field), kind: filterKind(field) }];
  });
}

function filterKind(field: Field): FilterSpec["kind"] {
  if (field.kind === "boolean") return "flag";
  if (field.kind === "dictionary" || field.kind === "reference") return field.filter === "anyOf" ? "choices" : "choice";
  if (field.kind === "money") return "amounts";
  if (field.kind === "number") return "numbers";
  return field.filter === "between" ? "days" : "text";
}

export function sortsOf(resource: AnyResource, fields: [string, Field][]): string[] {
  return ["id", resource.defaultSort.field, ...fields.filter(([, field]) => field.sort).map(([name]) => name)];
}

function columnOf(resource: AnyResource, name: string, field: Field, query: ListQuery): Column {
  const label = labelOf(field);
  const sortable = field.sort || resource.defaultSort.field === name;
  return {
    label,
    ...(name === resource.nameField && { link: pagesOf(resource).detail("{id}") }),
    ...(isNumeric(field) && { numeric: true }),
    ...(sortable && { sort: sortOf(name, label, query) }),
  };
}

/** Suspend and resume, of every resource that has a status. */
export function stateCommands(resource: AnyResource): RowCommand[] {
  const { status, methods, buttons, states = { active: "T", suspended: "F" } } = resource;
  if (!status) return [];
  const button = buttons.suspend;
  return [
    {
      intent: "suspend",
      label: m.engine_suspend,
      button,
      method: methods.suspend,
      flash: "suspended",
      when: (value) => value === states.active,
    },
    {
      intent: "resume",
      label: m.engine_resume,
      button,
      method: methods.resume,
      flash: "resumed",
      when: (value) => value === states.suspended,
    },
  ];
}

/** A command was pressed: `<intent>=<id>`. Done leads back to the list as it was. */
export async function commandList(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  resource: AnyResource,
  more: RowCommand[] = [],
) {
  const typed = typedOf(await request.formData());
  const command = [...stateCommands(resource), ...more].find(({ intent }) => intent in typed);
  const id = command ? (typed[command.intent] ?? "") : "";
  if (!command || !/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const method = command.method as Method<z.ZodType<{ id: number }>>;
  const tried = await attempt(context, () => context.dispatch.call(method, { id: Number(id) } as never));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, context.path, command.flash);
}
