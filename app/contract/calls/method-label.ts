/** What a method is called on a page: the resource and what is done with it, a command, or the function that it is of. */
import { functionTree } from "../function-tree";
import { type Message, m } from "../messages";
import type { Method } from "../method";
import { methods, resources } from "../registry";
import type { AnyResource } from "../resource";

const verbs: Readonly<Record<string, Message>> = {
  list: m.call_v_list,
  get: m.call_v_get,
  options: m.call_v_options,
  changes: m.call_v_changes,
  save: m.call_v_save,
  saveCells: m.call_v_save,
  remove: m.call_v_remove,
  removeMany: m.call_v_remove,
  export: m.call_v_export,
};

const of =
  (what: Message, did: Message): Message =>
  (_, options) =>
    m.call_label({ what: what({}, options), did: did({}, options) }, options);

function ofResource(resource: AnyResource): [string, Message][] {
  const title = resource.listTitle ?? resource.title;
  return [
    ...Object.entries(resource.methods).flatMap(([key, method]): [string, Message][] => {
      const verb = verbs[key];
      return verb && method ? [[method.name, of(title, verb)]] : [];
    }),
    ...Object.values(resource.imports ?? {}).map((method): [string, Message] => [
      (method as Method).name,
      of(title, m.call_v_import),
    ]),
    ...Object.values(resource.commands).flatMap(({ label, method, several }): [string, Message][] => [
      [method.name, of(title, label)],
      ...(several ? [[several.name, of(title, label)] as [string, Message]] : []),
    ]),
  ];
}

const functions = new Map(
  functionTree.flatMap(({ entries }) => entries.map(({ code, label }) => [code, label] as const)),
);

function ofFunction({ name, access, writes }: Method): [string, Message][] {
  const fun = typeof access === "object" ? [access.fun].flat()[0] : undefined;
  const title = fun === undefined ? m.call_own : (functions.get(fun) ?? m.call_own);
  return [[name, of(title, writes ? m.call_v_do : m.call_v_read)]];
}

/** The more telling one last. */
const labels = new Map<string, Message>([...methods.flatMap(ofFunction), ...resources.flatMap(ofResource)]);

/** In the reader's language; of a method that there is not, that it is unknown. */
export const methodLabel = (name: string): string => (labels.get(name) ?? m.call_unknown)();

/** All methods that have a label, by their names. */
export const labelledMethods = (): string[] => [...labels.keys()];
