/** The time line of a row as its page shows it. */
import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import { m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import type { Change } from "~/contract/resource-changes";
import type { TimelineEntry } from "~/widgets/timeline";
import { labelOf, momentText, sayingValues, textOf, type Value } from "./cells.server";
import { withFileNames } from "./file-names.server";
import { lineChanges } from "./line-changes.server";
import { askedNotesPage } from "./notes.server";

export interface ChangeLogView {
  entries: TimelineEntry[];
  /** Addresses; null where there is no such page. */
  older: string | null;
  newer: string | null;
}

type Told = (inputs: { by: string }) => string;

const sentences: Record<Exclude<Change["kind"], "command" | "event">, Told> = {
  created: m.timeline_created,
  edited: m.timeline_edited,
  suspended: m.timeline_suspended,
  resumed: m.timeline_resumed,
};
const tones: Partial<Record<Change["kind"], TimelineEntry["tone"]>> = {
  created: "good",
  suspended: "bad",
  resumed: "good",
};

/** One sentence: who did what. */
function sentenceOf({ commands }: AnyResource, { by, kind, command, event }: Change): string {
  if (event) return event.title;
  const own = command === undefined ? undefined : commands[command];
  if (own?.told) return own.told({ by });
  if (kind !== "command" && kind !== "event") return sentences[kind]({ by });
  return own ? m.timeline_did({ by, command: own.label() }) : m.timeline_other({ by });
}

interface LoadedChanges extends z.output<AnyResource["methods"]["changes"]["answer"]> {
  pageNo: number;
}

/** The page of the log that the address names: `?log=2` is the second. */
export function askedLogPage({ path }: Pick<AppLoadContext, "path">): number {
  const asked = new URLSearchParams(path.split("?")[1]).get("log") ?? "";
  return /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
}

export async function loadChanges(context: AppLoadContext, resource: AnyResource, id: number): Promise<LoadedChanges> {
  const pageNo = askedLogPage(context);
  const notes = resource.notes ? { notes: askedNotesPage(context) } : {};
  return { ...(await context.dispatch.call(resource.methods.changes, { id, pageNo, ...notes })), pageNo };
}

export async function changeLog(
  context: AppLoadContext,
  resource: AnyResource,
  row: Readonly<Record<string, unknown>>,
  options: Record<string, Option[]>,
  { changes, more, pageNo }: LoadedChanges,
): Promise<ChangeLogView> {
  const names = await withFileNames(context, Object.entries(resource.fields), options, (name) =>
    changes.flatMap(({ fields }) =>
      fields.filter(({ field }) => field === name).flatMap(({ before, after }) => [before, after]),
    ),
  );
  const page = (n: number) => logAddress(context.path, n);
  return {
    entries: changes.map((change): TimelineEntry => {
      const { kind, command, event, given = [] } = change;
      const own = command === undefined ? undefined : resource.commands[command];
      return {
        at: momentText(change.at),
        title: sentenceOf(resource, change),
        detail: event?.detail ?? "",
        by: "",
        tone: event?.tone ?? own?.tone ?? tones[kind],
        changed: change.fields.flatMap((changed) => {
          const field = resource.fields[changed.field];
          if (!field) return [];
          if (field.kind === "lines" && Array.isArray(changed.before) && Array.isArray(changed.after))
            return lineChanges(field, changed.before, changed.after, sayingValues(changed.field, options)).map(
              ({ label, before, after }) => ({
                label,
                before: before || m.forms_empty(),
                after: after || m.forms_empty(),
              }),
            );
          const said = (value: unknown) => textOf(field, value as Value, names[changed.field], row) || m.forms_empty();
          return [{ label: labelOf(field), before: said(changed.before), after: said(changed.after) }];
        }),
        given: given.flatMap(({ field: name, value }) => {
          const field = own?.fields?.[name];
          return field ? [{ label: labelOf(field), value: textOf(field, value as Value, options[name]) }] : [];
        }),
      };
    }),
    older: more ? page(pageNo + 1) : null,
    newer: pageNo > 1 ? page(pageNo - 1) : null,
  };
}

/** The rest of the address stays: it may say whose log it is. */
function logAddress(path: string, pageNo: number): string {
  const here = new URL(path, "http://page");
  if (pageNo === 1) here.searchParams.delete("log");
  else here.searchParams.set("log", String(pageNo));
  return here.pathname + here.search;
}
