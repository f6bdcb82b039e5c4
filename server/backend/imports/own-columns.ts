/** Columns of a file for the fields that a corp has added: a row's own values stand in them one by one. */
import { ownBeside, withOwn } from "~/contract/own-fields";
import type { Option } from "~/contract/resource";
import { ownFieldsOf, ownFileOptions } from "../kernel/own-fields";
import type { Values } from "../kernel/resource-backend";
import type { Call, ImportTarget } from "../kernel/served";

/** The resource with what the corp has added, as one whose fields they are; how its rows are saved stays the same. */
export async function withOwnColumns(call: Call, target: ImportTarget): Promise<ImportTarget> {
  const own = await ownFieldsOf(call, target.resource);
  return own.length === 0 ? target : { ...target, resource: withOwn(target.resource, own), own };
}

/** Choices of those columns. */
export async function ownChoices(call: Call, target: ImportTarget): Promise<Record<string, Option[]>> {
  const own = target.own ?? (await ownFieldsOf(call, target.resource));
  return own.length === 0 ? {} : ownFileOptions(call, own, []);
}

/** What a line changes, each own value under a name of its own; what stays as it is is left out. */
export function ownApart(before: Values, values: Values): [Values, Values] {
  if (!("own" in before) && !("own" in values)) return [before, values];
  const { own: _, ...had } = { ...ownBeside(before) };
  const { own: __, ...gets } = { ...ownBeside(values) };
  const names = Object.keys({ ...had, ...gets }).filter((name) => had[name] !== gets[name]);
  const only = (some: Values) => Object.fromEntries(names.map((name) => [name, some[name] ?? null]));
  return [only(had), only(gets)];
}
