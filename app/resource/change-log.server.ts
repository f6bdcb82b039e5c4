/** The change log of a row as its page shows it. */
import type { AppLoadContext } from "@remix-run/node";
import { type Message, m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import type { Change } from "~/contract/resource-changes";
import { labelOf, momentText, textOf, type Value } from "./cells.server";
import { withFileNames } from "./file-names.server";

export interface ChangeLogView {
  entries: { id: number; at: string; by: string; what: string; fields: ChangedView[] }[];
  /** Addresses; null where there is no such page. */
  older: string | null;
  newer: string | null;
}

interface ChangedView {
  label: string;
  before: string;
  after: string;
}

const words: Record<Change["kind"], Message> = {
  created: m.forms_log_created,
  edited: m.forms_log_edited,
  suspended: m.forms_log_suspended,
  resumed: m.forms_log_resumed,
  command: m.forms_log_command,
};

/** `?log=2` is the second page. */
export async function changeLog(
  context: AppLoadContext,
  resource: AnyResource,
  row: Readonly<Record<string, unknown>>,
  options: Record<string, Option[]>,
): Promise<ChangeLogView> {
  const [path = "", search] = context.path.split("?");
  const asked = new URLSearchParams(search).get("log") ?? "";
  const pageNo = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
  const { changes, more } = await context.dispatch.call(resource.methods.changes, { id: Number(row.id), pageNo });
  const names = await withFileNames(context, Object.entries(resource.fields), options, (name) =>
    changes.flatMap(({ fields }) =>
      fields.filter(({ field }) => field === name).flatMap(({ before, after }) => [before, after]),
    ),
  );
  const page = (n: number) => (n === 1 ? path : `${path}?log=${n}`);
  return {
    entries: changes.map(({ fields, kind, at, ...entry }) => ({
      id: entry.id,
      by: entry.by,
      at: momentText(at),
      what: words[kind](),
      fields: fields.flatMap((changed) => {
        const field = resource.fields[changed.field];
        if (!field) return [];
        const said = (value: unknown) => textOf(field, value as Value, names[changed.field], row) || m.forms_empty();
        return [{ label: labelOf(field), before: said(changed.before), after: said(changed.after) }];
      }),
    })),
    older: more ? page(pageNo + 1) : null,
    newer: pageNo > 1 ? page(pageNo - 1) : null,
  };
}
