/** The list of a resource or of a view: its pages and its file, over a table or a query. */
import type { z } from "zod";
import type { AnyResource, ListPayload, listOtherData } from "~/contract/resource";
import { noteChoices } from "./audited-values";
import { serveExport } from "./export-source";
import { type ListBackend, type ListRow, listSource } from "./list-source";
import { maskedRows } from "./masked-rows";
import { maskedOwn, ownFieldsOf, ownFileOptions } from "./own-fields";
import { Choices } from "./resource-choices";
import { resourceSource } from "./resource-export";
import { listRows } from "./resource-list";
import { type Call, type Served, serve } from "./served";

/** What a list says beside its rows, where the resource has more to say. */
type More = (call: Call, rows: ListRow[]) => Promise<Partial<z.output<typeof listOtherData>>>;

/** The indexes of a query are its business's own, unless it says otherwise: they begin with what all its rows have in common. */
function indexesOf(resource: AnyResource, { table, query, indexed }: ListBackend): Pick<Served, "list"> {
  if (!table || (query && !indexed)) return {};
  const elsewhere = { ...query?.columns, ...query?.filters };
  const own = Object.entries(resource.fields).filter(([name]) => !(name in elsewhere));
  return { list: { resource: { ...resource, fields: Object.fromEntries(own) }, table } };
}

export function serveList(
  resource: AnyResource,
  backend: ListBackend,
  more: More = async () => ({}),
): [list: Served, file: Served] {
  const source = listSource(resource, backend);
  const { references = {}, choices: own } = backend;
  const choices = new Choices(resource, references);
  noteChoices(resource, choices);
  const answer = async (call: Call, payload: ListPayload) => {
    const { reply, capped, totals, states } = await listRows(call, source, payload);
    const records = await maskedOwn(call, resource, await maskedRows(call, resource, reply.records));
    const added = await ownFieldsOf(call, resource);
    const options = await choices.options(call, reply.records);
    if (added.length > 0) Object.assign(options, await ownFileOptions(call, added, reply.records));
    for (const [name, first] of Object.entries(own?.(call) ?? {})) options[name] = [...first, ...(options[name] ?? [])];
    const said = await more(call, reply.records);
    return {
      ...reply,
      records,
      otherData: {
        options,
        capped,
        ...(added.length > 0 && { own: [...added] }),
        ...said,
        ...(totals && { totals }),
        ...(states && { states }),
      },
    };
  };
  return [
    { ...serve(resource.methods.list, answer), ...indexesOf(resource, backend) },
    serveExport(resource.methods.export, resourceSource(source, references, own)),
  ];
}
