/** The six methods of a resource, from its declaration and its table. Identifiers come from the declaration only. */
import { type AnyResource, methodsOf } from "~/contract/resource";
import { noteHolder } from "../files/read-rights";
import { noteDictionaries } from "./dictionary-use";
import { serveExport } from "./export-source";
import { many } from "./many";
import type { ResourceBackend, Values } from "./resource-backend";
import { changesOf } from "./resource-changes";
import { Choices } from "./resource-choices";
import { resourceSource } from "./resource-export";
import { listRows } from "./resource-list";
import { Operations } from "./resource-operations";
import { saveCells } from "./save-cells";
import { noteSecrets } from "./secret-columns";
import { admitting, type Served, serve } from "./served";

export function serveResource(definition: object, backend: ResourceBackend): Served[] {
  const resource = definition as AnyResource;
  noteDictionaries(resource, backend.table);
  noteSecrets(resource, backend.table);
  noteHolder(resource, backend.table, backend.filesShownToAll);
  const choices = new Choices(resource, backend.references ?? {});
  const operations = new Operations(resource, backend, choices);
  const { methods } = resource;
  const offered = new Set(methodsOf(resource));
  const served = [
    {
      ...serve(methods.list, async (call, payload) => {
        const page = await listRows(call, resource, backend.table, payload);
        const { reply, capped, totals } = page;
        const records = await operations.hidden(call, reply.records);
        const options = await choices.options(call, reply.records);
        return { ...reply, records, otherData: { options, capped, ...(totals && { totals }) } };
      }),
      list: { resource, table: backend.table },
      ...(resource.imports && { imports: { resource, operations, references: backend.references ?? {} } }),
    },
    serveExport(methods.export, resourceSource(resource, backend.table, backend.references ?? {})),
    serve(methods.get, async (call, { id }) => {
      const rows = id === undefined ? [] : await operations.hidden(call, [await operations.row(call, id)]);
      return { record: rows[0] ?? null, options: await choices.options(call, rows) };
    }),
    serve(methods.options, (call, asked) => choices.search(call, asked)),
    serve(methods.changes, async (call, asked) => {
      const row = await operations.row(call, asked.id);
      return changesOf(call, resource, asked, String(row[resource.nameField] ?? asked.id));
    }),
    serve(methods.save, (call, payload) => operations.save(call, payload as unknown as Values)),
    serve(methods.saveCells, (call, payload) => saveCells(call, resource, payload, operations)),
    serve(methods.remove, (call, { id }) => operations.remove(call, id)),
    serve(methods.suspend, (call, { id }) => operations.setState(call, id, "suspended")),
    serve(methods.resume, (call, { id }) => operations.setState(call, id, "active")),
    serve(methods.removeMany, (call, { ids }) => many(call, ids, (id) => operations.remove(call, id))),
    serve(methods.suspendMany, (call, { ids }) => many(call, ids, (id) => operations.setState(call, id, "suspended"))),
    serve(methods.resumeMany, (call, { ids }) => many(call, ids, (id) => operations.setState(call, id, "active"))),
  ];
  const answering = served.filter(({ method }) => offered.has(method));
  return backend.admit ? admitting(answering, backend.admit) : answering;
}
