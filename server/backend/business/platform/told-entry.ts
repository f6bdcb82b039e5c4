/** Entries of the audit log as people read them: what was done, and what each field was and became. */
import { whatWasDone } from "~/contract/audit-sentence";
import type { Facts } from "~/contract/audit-trace";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import type { auditEntry } from "~/contract/platform/logs";
import { resources } from "~/contract/registry";
import { givenTold, valuesTold } from "../../kernel/audited-values";
import { commandOf } from "../../kernel/command-words";
import { masked, maskIdentity, maskMobile } from "../../kernel/mask";
import type { Values } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { catalogueOf } from "./rights";

export interface Entry {
  id: number;
  at: Date;
  account_name: string;
  method: string;
  thing: string;
  thing_id: number;
  label: string;
  before: unknown;
  after: unknown;
  request_id: string;
}

/** Columns of {@link Entry}. */
export const entryColumns = `
  id::float8 as id, at, account_name, method, thing, thing_id::float8 as thing_id, label, before, after, request_id
`;

export type ToldEntry = AnswerOf<typeof auditEntry>;

/** In the order given. Names of what fields refer to are looked up once for each kind of thing. */
export async function tellEntries(call: Call, entries: readonly Entry[]): Promise<ToldEntry[]> {
  const told = new Map<string, Awaited<ReturnType<typeof valuesTold>>>();
  for (const thing of new Set(entries.map((entry) => entry.thing))) {
    const states = entries
      .filter((entry) => entry.thing === thing)
      .flatMap(({ before, after }) => [stateOf(before), stateOf(after)]);
    told.set(thing, await valuesTold(call, thing, states));
  }
  const given = new Map<string, Awaited<ReturnType<typeof givenTold>>>();
  for (const method of new Set(entries.map((entry) => entry.method))) {
    const inputs = entries.flatMap((entry) => {
      const one = entry.method === method ? givenOf(entry) : undefined;
      return one ? [one] : [];
    });
    given.set(method, await givenTold(call, method, inputs));
  }
  const ofRoles = entries.some(({ thing }) => thing === "role");
  const rightName = ofRoles ? (await catalogueOf(call.db, call.locale)).nameOf : null;
  return entries.map((entry): ToldEntry => {
    const words = told.get(entry.thing);
    if (!words) throw new Error("each thing was looked up");
    const before = stateOf(entry.before);
    const after = stateOf(entry.after);
    const shown = (state: Values, name: string) => {
      if (!Object.hasOwn(state, name)) return null;
      const value = maskedValue(entry.thing, name, state[name]);
      const typed = name === "given" ? givenOf(entry) : undefined;
      const inCommand = typed && given.get(entry.method);
      const isRight = entry.thing === "role" && Array.isArray(value) && (name === "added" || name === "removed");
      const text = inCommand
        ? inCommand(value as Values)
        : name === "command"
          ? (commandOf(entry.method)?.label() ?? words.words(name, value))
          : isRight && rightName
            ? value.map((right) => rightName(String(right))).join(m.did_list_sep())
            : words.words(name, value);
      return text.replace(identityNumbers, maskIdentity).replace(mobileNumbers, maskMobile).slice(0, 4_000);
    };
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => name !== "rowVersion" && name !== "id" && !isSecret(entry.thing, name),
    );
    const trace = { thing: entry.thing, name: entry.label, before: facts(entry.before), after: facts(entry.after) };
    return {
      ...{ id: entry.id, at: entry.at.toISOString(), by: entry.account_name, what: whatWasDone(entry.method, trace) },
      ...{ method: entry.method, thing: entry.thing, thingId: entry.thing_id, label: entry.label },
      requestId: entry.request_id,
      fields: names.map((name) => ({
        name,
        label: words.label(name),
        before: shown(before, name),
        after: shown(after, name),
        changed: JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      })),
    };
  });
}

/** What was typed into a command; undefined where nothing was. */
const givenOf = ({ after }: Entry): Values | undefined => {
  const { given } = stateOf(after) as { given?: Values };
  return typeof given === "object" && given !== null && !Array.isArray(given) ? given : undefined;
};

/** What a sentence is made of; of a list how many it has, of an object nothing. */
function facts(state: unknown): Facts | null {
  if (typeof state !== "object" || state === null || Array.isArray(state)) return null;
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.length]];
      return typeof value === "object" && value !== null ? [] : [[name, value]];
    }),
  );
}

/** Where an entry kept no object (a list, a text), it is shown as one value. */
function stateOf(state: unknown): Values {
  if (state === null || state === undefined) return {};
  return (typeof state === "object" && !Array.isArray(state) ? state : { "": state }) as Values;
}

/** What an entry has of no declared field, most of all one that an earlier version wrote. */
const secret = /passw|oldpass|newpass|pwd|secret|token|hash/i;
const fieldOf = (thing: string, name: string) =>
  resources.find((one) => one.thing === thing && name in one.fields)?.fields[name];

function isSecret(thing: string, name: string): boolean {
  const field = fieldOf(thing, name);
  return field ? field.kind === "secret" : secret.test(name);
}

const personal = { identity: /ident|idcard|certno/i, mobile: /mobile|phone/i };
/** Numbers that belong to people, wherever in a value they stand. */
const identityNumbers = /\b[1-9]\d{16}[\dXx]\b/g;
const mobileNumbers = /(?<!\d)(?:1[3-9]\d{9}|\+[1-9]\d{6,14})(?!\d)/g;

/** Less what is secret, and with what belongs to people masked. */
function maskedValue(thing: string, name: string, value: unknown): unknown {
  const field = fieldOf(thing, name);
  if (field?.mask) return masked(field.kind, value);
  if (typeof value === "string" && personal.identity.test(name)) return maskIdentity(value);
  if (typeof value === "string" && personal.mobile.test(name)) return maskMobile(value);
  return typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value, withoutSecrets)) : value;
}

function withoutSecrets(key: string, value: unknown): unknown {
  return secret.test(key) ? undefined : value;
}
