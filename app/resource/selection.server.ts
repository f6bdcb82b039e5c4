/** Rows chosen over several pages, and the question that a command asks: all of it in the address. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { type AnyResource, allRows, allRowsBound } from "~/contract/resource";
import { readIds, writeIds } from "./parts/id-set";
import type { ListQuery } from "./parts/list-query.server";
import type { AskView, Row, Selection } from "./parts/view";
import { findCommand, type RowCommand } from "./row-commands.server";
import { digestOf, driftOf, openSet, sealSet } from "./whole-set.server";

/** Of a page that a command may be pressed on: twice is once. */
export const pressKey = () => crypto.randomUUID().replaceAll("-", "").slice(0, 20);

export interface Chosen {
  ids: number[];
  /** Everything that the filter finds, as it was signed; "" where it is not chosen. */
  all: string;
}

export function readChosen(query: URLSearchParams): Chosen {
  return { ids: readIds(query.get("sel") ?? ""), all: query.get("all") ?? "" };
}

/** What was chosen is good as long as as many are found; else it is let go, and the list says so. */
export function stillChosen(
  context: AppLoadContext,
  list: AnyResource,
  query: ListQuery,
  chosen: Chosen,
  { count, capped }: Pick<Page, "count" | "capped">,
): { chosen: Chosen; drift?: string } {
  if (chosen.all === "") return { chosen };
  const set = openSet(context, list, query, chosen.all);
  const drift = driftOf(capped ? null : set, { count, ids: set?.ids ?? "" });
  return drift === "" ? { chosen } : { chosen: { ...chosen, all: "" }, drift };
}

interface Page {
  rows: Row[];
  /** Of the rows, by id. */
  names: ReadonlyMap<number, string>;
  count: number;
  capped: boolean;
}

/** What stands above the rows where somebody may press a command for several of them. */
export function selectionView(
  context: AppLoadContext,
  list: AnyResource,
  bulk: RowCommand[],
  chosen: Chosen,
  query: ListQuery,
  page: Page,
): Selection | undefined {
  if (bulk.every(({ single }) => single) || page.rows.length === 0) return undefined;
  const shown = page.rows.map(({ id }) => id);
  const { ids, all } = chosen;
  const elsewhere = ids.filter((id) => !shown.includes(id));
  return {
    others: writeIds(elsewhere),
    elsewhere: elsewhere.length,
    shown: writeIds(shown),
    count: all ? page.count : ids.length,
    all,
    bulk: bulk
      .filter(({ single }) => !single)
      .map(({ intent, label, forGood }) => ({ intent, label: label(), ...(forGood && { danger: true }) })),
    toAll:
      all === "" && !page.capped && page.count > shown.length && page.count <= allRowsBound
        ? {
            to: query.to({ all: sealSet(context, list, query, { count: page.count, ids: "" }), sel: null }),
            label: m.lists_choose_all({ n: page.count }),
          }
        : null,
    clear: all !== "" || ids.length > 0 ? query.to({ all: null, sel: null }) : null,
  };
}

/** What the row says to the question; "" for nothing. */
async function askedOf(context: AppLoadContext, { methods }: AnyResource, { declared }: RowCommand, id: number) {
  if (!declared?.asked) return "";
  const { record } = await context.dispatch.call(methods.get, { id });
  return record ? declared.asked(record) : "";
}

/** The rows that the question is about, each of them: what comes or goes until the answer is not meant. */
async function askedAbout(context: AppLoadContext, resource: AnyResource, query: ListQuery): Promise<string> {
  const ids = await idsFound(context, resource, query);
  return sealSet(context, resource, query, { count: ids.length, ids: digestOf(ids) });
}

export async function idsFound(context: AppLoadContext, { methods }: AnyResource, query: ListQuery): Promise<number[]> {
  const asked = { ...query.payload, pageNo: 1, pageSize: allRows };
  const { records } = await context.dispatch.call(methods.list, asked);
  return records.map(({ id }) => Number(id));
}

/** Of a row that stands on another page. */
async function nameOf(context: AppLoadContext, { methods, nameField, pages }: AnyResource, id: number) {
  const { record } = pages ? { record: null } : await context.dispatch.call(methods.get, { id });
  return String(record?.[nameField] ?? id);
}

/** `ask=suspend&id=3` asks for a row, `ask=suspend` for those chosen. */
export async function askView(
  context: AppLoadContext,
  resource: AnyResource,
  more: RowCommand[],
  search: URLSearchParams,
  chosen: Chosen,
  query: ListQuery,
  page: Page,
): Promise<AskView | undefined> {
  const command = findCommand(context, resource, more, search.get("ask"));
  if (!command) return undefined;
  const { intent, forGood, question: own } = command;
  const words = {
    label: command.label(),
    cancel: query.here,
    ...(forGood && { danger: true, more: m.lists_ask_gone() }),
  };
  const id = search.get("id");
  if (id !== null) {
    if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
    const name = page.names.get(Number(id)) ?? (await nameOf(context, resource, Number(id)));
    const question = own?.() ?? m.lists_ask_one({ command: words.label, label: name });
    const keyed: [string, string][] = command.declared ? [["key", pressKey()]] : [];
    const asked = await askedOf(context, resource, command, Number(id));
    return { ...words, ...(asked && { more: asked }), question, fields: [[intent, id], ...keyed] };
  }
  const { ids, all } = chosen;
  const n = all ? page.count : ids.length;
  if (n === 0) return undefined;
  const which: [string, string] = all ? ["all", await askedAbout(context, resource, query)] : ["sel", writeIds(ids)];
  const question = m.lists_ask_many({ command: words.label, n });
  return { ...words, question, fields: [["many", intent], which] };
}
