/** The time line of a resource's row, from the audit trail and from what businesses tell: declared fields only, masked as the row itself is. */
import type { z } from "zod";
import { m } from "~/contract/messages";
import { ownName, ownOf, withOwn } from "~/contract/own-fields";
import type { AnyResource, Option } from "~/contract/resource";
import { type Change, type changesAnswer, type changesPayload, sensitiveButton } from "~/contract/resource-changes";
import type { Call } from "./call";
import { optionsGiven } from "./command-words";
import { masked } from "./mask";
import { ownFieldsOf } from "./own-fields";
import { prepared } from "./prepared";
import type { Values } from "./resource-backend";
import { hasMoments, type Moment, momentsOf, toldBySources } from "./time-line";
import { changesOnly, noteUnmaskedView } from "./unmasked-views";

type State = Record<string, unknown> | null;

interface Entry {
  id: number;
  at: Date;
  account_name: string;
  method: string;
  before: State;
  after: State;
}

const perPage = 10;
/** So many entries are looked through for those after a version; more happened in between to no form that is alive. */
const sinceBound = 200;

const trail = `
  select id, at, account_name, method, before, after
  from audit_log
  where corp_code = current_setting('app.corp_code')
    and thing = $1
    and thing_id = $2
    and ${changesOnly}
    -- What sources of the time line tell themselves, such as what became of a request.
    and not coalesce(after ?| $5::text[], false)
  order by id desc
  limit $3 offset $4
`;

export async function changesOf(
  call: Call,
  resource: AnyResource,
  { id, since, pageNo }: z.output<typeof changesPayload>,
  label: string,
): Promise<z.output<typeof changesAnswer>> {
  const { thing } = resource;
  const whole = await call.may(sensitiveButton);
  const told = ["approval", ...toldBySources(thing)];
  const entriesOf = (most: number, from: number) => prepared<Entry>(call.db, trail, [thing, id, most, from, told]);
  const fields = withOwn(resource, await ownFieldsOf(call, resource)).fields;
  const shown = async (entries: readonly Entry[]) => {
    const words = await givenWords(call, entries);
    return entries.map((entry) => changeOf({ ...resource, fields }, entry, whole, words));
  };
  /** What is masked for others is in the log as well: before and after. */
  const noted = (answer: z.output<typeof changesAnswer>) => {
    const bare = answer.changes.some(({ fields: changed }) =>
      changed.some(({ field, before, after }) => fields[field]?.mask && Boolean(before || after)),
    );
    if (whole && bare) noteUnmaskedView(call, thing, [{ id, label }]);
    return answer;
  };
  if (since !== undefined) {
    const entries = (await entriesOf(sinceBound, 0)).filter(({ method }) => !(method in noteTold));
    const known = entries.findIndex(({ after }) => typeof after?.rowVersion === "number" && after.rowVersion <= since);
    return noted({ changes: await shown(entries.slice(0, known === -1 ? undefined : known)), more: false });
  }
  const from = (pageNo - 1) * perPage;
  if (!hasMoments(thing) || from > mostMerged) {
    const entries = await entriesOf(perPage + 1, from);
    return noted({ changes: await shown(entries.slice(0, perPage)), more: entries.length > perPage });
  }
  // Of each source as many as could stand on this page.
  const most = from + perPage + 1;
  const entries = await entriesOf(most, 0);
  const events = (await momentsOf(call, thing, id, most)).map(eventOf);
  const all = [...(await shown(entries)), ...events].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return noted({ changes: all.slice(from, from + perPage), more: all.length > from + perPage });
}

/** A page of the time line, for the answer of a record's own method; without a page asked for, none of it. */
export async function logOf(
  call: Call,
  resource: AnyResource,
  id: number,
  pageNo: number | undefined,
  label: string,
): Promise<z.output<typeof changesAnswer>> {
  if (pageNo === undefined) return { changes: [], more: false };
  return changesOf(call, resource, { id, pageNo }, label);
}

/** Further back than so many, the audit trail alone is told. */
const mostMerged = 10_000;

function eventOf({ at, by, title, detail = "", tone = "calm" }: Moment): Change {
  return { id: 0, at: at.toISOString(), by, kind: "event", fields: [], event: { title, detail, tone } };
}

/** What was chosen in a command, by its name; other values as they are. */
type GivenWords = (method: string, field: string, value: unknown) => unknown;

async function givenWords(call: Call, entries: readonly Entry[]): Promise<GivenWords> {
  const options = new Map<string, Record<string, Option[]>>();
  for (const method of new Set(entries.map((entry) => entry.method))) {
    const inputs = entries.flatMap(({ method: its, after }) =>
      its === method && after?.given ? [after.given as Values] : [],
    );
    if (inputs.length > 0) options.set(method, await optionsGiven(call, method, inputs));
  }
  return (method, field, value) => {
    const of = options.get(method)?.[field];
    const word = (one: unknown) => of?.find((option) => option.value === String(one))?.label ?? one;
    return of && Array.isArray(value) ? value.map(word) : word(value);
  };
}

function changeOf(
  resource: AnyResource,
  { id, at, account_name, method, before: had, after: has }: Entry,
  whole: boolean,
  words: GivenWords,
): Change {
  const [before, after] = [ownAside(had, has), ownAside(has, had)];
  const { noun, fields } = resource;
  const told = noteTold[method];
  if (told) return noteOf(id, at, told({ by: account_name }), Number(has?.attachments ?? 0));
  const kinds: Record<string, Change["kind"]> = {
    [`${noun}Save`]: before ? "edited" : "created",
    [`${noun}ImportRun`]: before ? "edited" : "created",
    [`${noun}ImportUndo`]: "edited",
  };
  const command = Object.values(resource.commands).find((one) => [one.method.name, one.several?.name].includes(method));
  if (command?.name === "suspend") kinds[method] = "suspended";
  if (command?.name === "resume") kinds[method] = "resumed";
  const given = Object.entries((after?.given ?? {}) as Record<string, unknown>).map(([field, value]) => {
    const one = command?.fields?.[field];
    return { field, value: one?.mask && !whole ? masked(one.kind, value) : words(method, field, value) };
  });
  const changed = Object.entries(fields).filter(
    ([name, { logged }]) =>
      logged !== false &&
      before &&
      after &&
      name in after &&
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return {
    id,
    at: at.toISOString(),
    by: account_name,
    kind: kinds[method] ?? (ofOwnAlone(has) ? "edited" : "command"),
    ...(command && { command: command.name }),
    ...(given.length > 0 && { given }),
    fields: changed.map(([field, { kind, mask }]) => {
      const show = (value: unknown) => (mask && !whole ? masked(kind, value) : (value ?? null));
      return { field, before: show(before?.[field]), after: show(after?.[field]) };
    }),
  };
}

/** Notes are told by themselves: they change no field. */
const noteTold: Readonly<Record<string, (inputs: { by: string }) => string>> = {
  noteAdd: m.notes_told_added,
  noteEdit: m.notes_told_edited,
  noteRemove: m.notes_told_removed,
};

function noteOf(id: number, at: Date, title: string, attachments: number): Change {
  const detail = attachments > 0 ? m.notes_told_files({ n: attachments }) : "";
  return { id, at: at.toISOString(), by: "", kind: "event", fields: [], event: { title, detail, tone: "calm" } };
}

/** Filled in where the record is saved by no form. */
const ofOwnAlone = (state: State): boolean => state !== null && Object.keys(state).join() === "own";

/** With own values under the names of their fields; one that the other state has alone is none here. */
function ownAside(state: State, other: State): State {
  if (!state || (!("own" in state) && !(other && "own" in other))) return state;
  const names = Object.keys({ ...ownOf(state), ...ownOf(other) });
  return { ...state, ...Object.fromEntries(names.map((code) => [ownName(code), ownOf(state)[code] ?? null])) };
}

/** Who changed a row last, for the refusal of the next. */
export async function lastEditor(call: Call, { thing }: AnyResource, id: number): Promise<string> {
  const [last] = await prepared<Entry>(call.db, trail, [thing, id, 1, 0, ["approval", "attachments"]]);
  return last?.account_name ?? m.forms_somebody();
}
