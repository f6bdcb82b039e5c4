/** The methods of a resource, from its declaration and its table. Identifiers come from the declaration only. */
import { type AnyResource, methodsOf } from "~/contract/resource";
import { approvalMoments } from "../approvals/moments";
import { noteHolder } from "../files/read-rights";
import { notesOf } from "../notes/notes";
import { noteRows } from "../notes/subjects";
import { noteDictionaries } from "./dictionary-use";
import { many } from "./many";
import { maskedRows } from "./masked-rows";
import { maskedOwn, ownFieldsOf, ownFileOptions } from "./own-fields";
import type { ResourceBackend, Values } from "./resource-backend";
import { changesOf } from "./resource-changes";
import { Choices } from "./resource-choices";
import { Commands } from "./resource-commands";
import { Operations } from "./resource-operations";
import { saveCells } from "./save-cells";
import { noteSecrets } from "./secret-columns";
import { serveList } from "./serve-list";
import { admitting, type Call, type Served, serve } from "./served";
import { tellMoments } from "./time-line";

export function serveResource<D extends AnyResource>(resource: D, own: ResourceBackend<D>): Served[] {
  const backend = own as ResourceBackend;
  noteDictionaries(resource, backend.table, backend.lines);
  noteSecrets(resource, backend.table);
  noteHolder(resource, backend.table, backend);
  if (resource.notes) noteRows(resource, (call, id, lock) => operations.row(call, id, lock));
  const choices = new Choices(resource, backend.references ?? {});
  const operations = new Operations(resource, backend, choices);
  const commands = new Commands(resource, backend, operations);
  const { methods, thing }: AnyResource = resource;
  const waiting = Object.values(resource.commands).flatMap((command) => commands.approvalOf(command) ?? []);
  if (waiting.length > 0) tellMoments(thing, "approvals", approvalMoments(thing, waiting));
  const offered = new Set(methodsOf(resource));
  const [list, file] = serveList(resource, backend, async (call, rows) => noted(await commands.blocked(call, rows)));
  const served = [
    {
      ...list,
      stored: { table: backend.table, references: backend.references ?? {} },
      ...(resource.imports && {
        imports: {
          ...{ resource, operations, references: backend.references ?? {} },
          ...(backend.importEffects && { effects: backend.importEffects }),
        },
      }),
    },
    file,
    serve(methods.get, async (call, { id, command }) => {
      const found = id === undefined ? [] : [await operations.row(call, id)];
      const [record = null] = await maskedOwn(call, resource, await maskedRows(call, resource, found));
      const own = command === undefined ? await ownFieldsOf(call, resource) : [];
      const options = await (command === undefined ? choices.options(call, found) : commands.options(call, command));
      if (own.length > 0) Object.assign(options, await ownFileOptions(call, own, found));
      const blocked = await commands.blocked(call, found);
      const impact = id === undefined || command !== undefined ? "" : ((await backend.impact?.(call, id)) ?? "");
      return {
        record,
        options,
        ...(own.length > 0 && { own: [...own] }),
        ...noted(blocked[String(id)] ?? {}),
        ...(impact !== "" && { impact }),
      };
    }),
    serve(methods.options, (call, asked) => choices.search(call, asked)),
    serve(methods.changes, async (call, asked) => {
      const row = await operations.row(call, asked.id);
      const told = await changesOf(call, resource, asked, String(row[resource.nameField] ?? asked.id));
      if (!resource.notes || asked.notes === undefined) return told;
      return { ...told, notes: await notesOf(call, thing, asked.id, asked.notes) };
    }),
    serve(methods.save, (call, payload) => operations.save(call, payload as Values)),
    ...(methods.saveCells
      ? [serve(methods.saveCells, (call, payload) => saveCells(call, resource, payload, operations))]
      : []),
    serve(methods.remove, (call, { id }) => operations.remove(call, id)),
    serve(methods.removeMany, (call, { ids }) => many(call, ids, (id) => operations.remove(call, id))),
    ...Object.values(resource.commands).flatMap((command) => {
      const run = (call: Call, payload: unknown) => commands.run(call, command, payload);
      const { several } = command;
      const approval = commands.approvalOf(command);
      return [
        { ...serve(command.method, run), ...(approval && { approval }) },
        ...(several ? [serve(several, (call, { ids }) => many(call, ids, (id) => run(call, { id })))] : []),
      ];
    }),
  ];
  const answering = served.filter(({ method }) => offered.has(method));
  return backend.admit ? admitting(answering, backend.admit) : answering;
}

/** Most rows have nothing that blocks a command: then nothing is said. */
function noted<B extends object>(blocked: B): { blocked?: B } {
  return Object.keys(blocked).length > 0 ? { blocked } : {};
}
