/** What an entry of the audit log says that somebody did, in one sentence, from what declares the method that did it. */
import { decided, type Facts, type Trace, yuanOf } from "./audit-trace";
import { inSentence } from "./in-sentence";
import type { AuditedThing } from "./manifest";
import { manifests } from "./manifests";
import { m } from "./messages";
import { methods, resources } from "./registry";
import type { AnyResource } from "./resource";

type Teller = (trace: Trace) => string;

const things = new Map(manifests.flatMap(({ things: own = {} }): [string, AuditedThing][] => Object.entries(own)));

/** A thing as people call it; one that is none of ours, or of an earlier version, is a record. */
export function thingTitle(thing: string): string {
  const named = things.get(thing) ?? resources.find((one) => one.thing === thing);
  return named?.title() ?? m.did_record();
}

/** All things that entries are filed under. */
export function auditedThings(): string[] {
  const nouns = resources.filter(({ readOnly }) => !readOnly).map(({ thing }) => thing);
  return [...new Set([...nouns, ...things.keys()])];
}

/** What was done: "Sold 2 tickets, ¥280.00 (order 20261122000001)". Never the name of a method. */
export function whatWasDone(method: string, trace: Trace): string {
  if (trace.after?.seen !== undefined) return looked(method, trace);
  const own = things.get(trace.thing)?.told?.(trace) ?? tellers.get(method)?.(trace);
  if (own) return own;
  const title = inSentence(thingTitle(trace.thing));
  return trace.name === ""
    ? m.did_something_plain({ thing: title })
    : m.did_something({ thing: title, name: trace.name });
}

/** Who looked at what is masked for others: at one, or at a page of a list. */
function looked(method: string, { thing, name, after }: Trace): string {
  const listed = resources.find(({ methods: { list } }) => list.name === method);
  const resource = listed ?? resources.find((one) => one.thing === thing);
  const fields = sensitiveOf(resource);
  const title = inSentence(listed?.title() ?? thingTitle(thing));
  if (name !== "") return m.did_saw({ thing: inSentence(thingTitle(thing)), name, fields });
  return m.did_saw_list({ thing: title, fields, n: after?.of ?? 1 });
}

function sensitiveOf(resource: AnyResource | undefined): string {
  const labels = Object.values(resource?.fields ?? {}).flatMap((field) =>
    field.mask ? [inSentence(field.label())] : [],
  );
  return [...new Set(labels)].join(m.did_list_sep()) || m.did_sensitive();
}

const named = ({ thing, name }: Trace) => ({ thing: inSentence(thingTitle(thing)), name });

const edited: Teller = (trace) => m.did_edited(named(trace));
const saved: Teller = (trace) => (trace.before ? m.did_edited : m.did_created)(named(trace));
const removed: Teller = (trace) => m.did_removed(named(trace));

const tellers = new Map<string, Teller>([
  ...resources.flatMap(ofResource),
  ...methods.flatMap(({ name, told }): [string, Teller][] => (told ? [[name, told]] : [])),
  // What is written by nobody's call.
  ["expireApprovals", decided],
]);

function ofResource(resource: AnyResource): [string, Teller][] {
  const { title, methods: own, imports, commands } = resource;
  const thing = () => inSentence(title());
  return [
    [own.save.name, saved],
    ...(own.saveCells ? [[own.saveCells.name, (trace) => m.did_cells(named(trace))] as [string, Teller]] : []),
    [own.remove.name, removed],
    [own.removeMany.name, removed],
    [
      own.export.name,
      ({ after }) =>
        after?.unmasked === true && Object.values(resource.fields).some(({ mask, list }) => mask && list)
          ? m.did_exported_whole({ thing: thing(), fields: sensitiveOf(resource) })
          : m.did_exported({ thing: thing() }),
    ],
    ...(imports ? ofImports(imports, thing) : []),
    ...Object.values(commands).flatMap(({ label, method, several }): [string, Teller][] => {
      const told: Teller = (trace) => {
        const what = { command: label(), ...named(trace) };
        if (trace.after?.approval !== "waiting") return m.did_command(what);
        return m.did_command_asked({ ...what, amount: yuanOf(trace.after.amount) });
      };
      return [[method.name, told], ...(several ? [[several.name, told] as [string, Teller]] : [])];
    }),
  ];
}

type Imports = NonNullable<AnyResource["imports"]>;

/** Of the file as a whole, and of each row that it made or changed. */
function ofImports({ start, run, undo }: Imports, thing: () => string): [string, Teller][] {
  const imported: Teller = (trace) => (trace.before ? m.did_edited : m.did_imported)(named(trace));
  const isFile = (trace: Trace) => trace.thing === "import";
  const file = (trace: Trace, n: Facts[string] | undefined) => ({ name: trace.name, thing: thing(), n: n ?? 0 });
  return [
    [start.name, (trace) => m.did_import_check(file(trace, 0))],
    [run.name, (trace) => (isFile(trace) ? m.did_import_run(file(trace, trace.after?.rows)) : imported(trace))],
    [
      undo.name,
      (trace) => {
        if (isFile(trace)) return m.did_import_undo(file(trace, trace.after?.undo));
        return trace.after ? edited(trace) : removed(trace);
      },
    ],
  ];
}
