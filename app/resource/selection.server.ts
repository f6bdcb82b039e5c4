/** Rows chosen over several pages, and the question that a command asks: all of it in the address. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { type AnyResource, allRowsBound } from "~/contract/resource";
import { readIds, writeIds } from "./parts/id-set";
import type { ListQuery } from "./parts/list-query.server";
import type { AskView, Row, Selection } from "./parts/view";
import { findCommand, type RowCommand } from "./row-commands.server";

/** Of a page that a command may be pressed on: twice is once. */
export const pressKey = () => crypto.randomUUID().replaceAll("-", "").slice(0, 20);

export interface Chosen {
  ids: number[];
  /** Everything that the filter finds. */
  all: boolean;
}

export function readChosen(query: URLSearchParams): Chosen {
  return { ids: readIds(query.get("sel") ?? ""), all: query.get("all") === "1" };
}

interface Page {
  rows: Row[];
  /** Of the rows, by id. */
  names: ReadonlyMap<number, string>;
  count: number;
  capped: boolean;
}

/** What stands above the rows where somebody may press a command for several of them. */
export function selectionView(bulk: RowCommand[], chosen: Chosen, query: ListQuery, page: Page): Selection | undefined {
  if (bulk.every(({ single }) => single) || page.rows.length === 0) return undefined;
  const shown = page.rows.map(({ id }) => id);
  const { ids, all } = chosen;
  return {
    others: writeIds(ids.filter((id) => !shown.includes(id))),
    shown: writeIds(shown),
    count: all ? page.count : ids.length,
    all,
    bulk: bulk
      .filter(({ single }) => !single)
      .map(({ intent, label, forGood }) => ({ intent, label: label(), ...(forGood && { danger: true }) })),
    toAll:
      !all && !page.capped && page.count > shown.length && page.count <= allRowsBound
        ? { to: query.to({ all: "1", sel: null }), label: m.lists_choose_all({ n: page.count }) }
        : null,
    clear: all || ids.length > 0 ? query.to({ all: null, sel: null }) : null,
  };
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
    return { ...words, question, fields: [[intent, id], ...keyed] };
  }
  const { ids, all } = readChosen(search);
  const n = all ? page.count : ids.length;
  if (n === 0) return undefined;
  const which: [string, string][] = all
    ? [
        ["all", "1"],
        ["expect", String(n)],
      ]
    : [["sel", writeIds(ids)]];
  const question = m.lists_ask_many({ command: words.label, n });
  return { ...words, question, fields: [["many", intent], ...which] };
}
