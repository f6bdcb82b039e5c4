/**
 * "All that the filter finds", chosen at one moment: signed with list, filters, number and moment, so that a command never
 * reaches rows that nobody saw counted. It goes through the address and the form of the question.
 */
import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import type { ListQuery } from "./parts/list-query.server";

export interface WholeSet {
  count: number;
  /** Of the ids, once it was asked about them; "" before. */
  ids: string;
}

/** What was chosen longer ago is chosen again. */
const goodFor = 30 * 60;

type Of = Pick<AnyResource, "path">;

function textOf({ path }: Of, { values }: Pick<ListQuery, "values">, set: string): string {
  const filters = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([path, filters, set]);
}

export function sealSet({ session }: AppLoadContext, list: Of, query: ListQuery, { count, ids }: WholeSet): string {
  const set = `${count}.${Math.floor(Date.now() / 1000)}.${ids}`;
  return `${set}.${session.sign(textOf(list, query, set))}`;
}

/** Null: not ours, of another list or other filters, or from too long ago. */
export function openSet({ session }: AppLoadContext, list: Of, query: ListQuery, token: string): WholeSet | null {
  const [, set = "", count = "", at = "", ids = "", mark = ""] =
    /^((\d{1,6})\.(\d{1,12})\.([\w-]{0,22}))\.([\w-]{1,43})$/.exec(token) ?? [];
  if (set === "" || !session.wasSigned(textOf(list, query, set), mark)) return null;
  return Date.now() / 1000 - Number(at) > goodFor ? null : { count: Number(count), ids };
}

export function digestOf(ids: readonly number[]): string {
  const sorted = [...ids].sort((one, other) => one - other);
  return createHash("sha256").update(sorted.join()).digest("base64url").slice(0, 22);
}

/** Why what was chosen is not done; "" where it still is what it was. */
export function driftOf(set: WholeSet | null, now: WholeSet): string {
  if (set === null) return m.lists_all_stale({ n: now.count });
  if (set.count !== now.count) return m.lists_all_drifted({ before: set.count, n: now.count });
  return set.ids !== "" && set.ids !== now.ids ? m.lists_all_others({ n: now.count }) : "";
}
