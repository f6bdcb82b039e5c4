/** What an entry of the audit log kept of a thing, by the labels and in the words of the forms that it was typed into. */
import { auditLabels } from "~/contract/audit-labels";
import { type Field, hasRows, secretAnother } from "~/contract/field-kinds";
import { linesWords } from "~/contract/line-words";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { resources } from "~/contract/registry";
import type { AnyResource, Option } from "~/contract/resource";
import type { Call } from "./call";
import { commandOf, optionsGiven } from "./command-words";
import { masked } from "./mask";
import type { Values } from "./resource-backend";
import type { Choices } from "./resource-choices";

const known = new Map<string, Choices>();

/** What the fields of a resource are chosen from, for whoever reads what was chosen. */
export function noteChoices({ noun }: AnyResource, choices: Choices): void {
  known.set(noun, choices);
}

interface Source {
  fields: Record<string, Field>;
  options: Record<string, Option[]>;
}

/** The thing's own resources first; what they have no field for may be one of its business's. */
function sourcesOf(thing: string): AnyResource[] {
  const own = resources.filter((one) => one.thing === thing);
  const business = own[0]?.business;
  return [...own, ...resources.filter((one) => one.business === business && one.thing !== thing)];
}

export interface ToldValues {
  label: (name: string) => string;
  words: (name: string, value: unknown) => string;
}

/** What was typed into a command, by its own labels: "金额 ¥50.00 · 付款单位 青山". Undefined where the method is no command. */
export async function givenTold(
  call: Call,
  method: string,
  inputs: readonly Values[],
): Promise<((given: Values) => string) | undefined> {
  const fields = commandOf(method)?.fields;
  if (!fields || inputs.length === 0) return undefined;
  const options = await optionsGiven(call, method, inputs);
  const part = ([name, value]: [string, unknown]): string[] => {
    const field = fields[name];
    // What belongs to a person is cut, whatever its kind of document.
    const said = field && wordsOf(field, name, field.mask ? masked(field.kind, value) : value, options);
    if (said === "") return [];
    return [`${field?.label() ?? auditLabels[name]?.() ?? name} ${said ?? plainly(value)}`];
  };
  // The database keeps an object's names in an order of its own.
  const place = Object.keys(fields);
  return (given) =>
    Object.entries(given)
      .sort(([one], [other]) => place.indexOf(one) - place.indexOf(other))
      .flatMap(part)
      .join(" · ");
}

/** For one entry: only what stands in it is looked up. */
export async function valuesTold(call: Call, thing: string, states: readonly Values[]): Promise<ToldValues> {
  const names = new Set(states.flatMap(namesIn));
  const using = sourcesOf(thing).filter(({ fields }) => [...names].some((name) => name in fields));
  const sources: Source[] = [];
  for (const resource of using.slice(0, mostSources)) {
    const choices = known.get(resource.noun);
    sources.push({
      fields: resource.fields,
      options:
        (await choices?.options(
          call,
          states.map((state) => fitting(resource, state)),
        )) ?? {},
    });
  }
  const own = new Set(sourcesOf(thing).flatMap((one) => (one.thing === thing ? Object.keys(one.fields) : [])));
  // What every kind of thing may have is not told by another thing's field of the same name.
  const label = (name: string) =>
    (own.has(name) ? undefined : auditLabels[name]?.()) ??
    sources.find(({ fields }) => name in fields)?.fields[name]?.label() ??
    (name || m.system_value());
  const words = (name: string, value: unknown): string => {
    if (!own.has(name)) {
      if (name === "approval") return approvalWords[String(value)]?.() ?? plainly(value);
      if (fenOf.has(name) && typeof value === "number") return `¥${formatYuan(value)}`;
    }
    for (const { fields, options } of sources) {
      const said = fields[name] && wordsOf(fields[name], name, value, options);
      if (said !== undefined) return said;
    }
    return plainly(value, label, words);
  };
  return { label, words };
}

const fenOf: ReadonlySet<string> = new Set(["amount", "fee"]);
const approvalWords: Readonly<Record<string, () => string>> = {
  waiting: m.approvals_waiting,
  approved: m.approvals_done_approved,
  rejected: m.approvals_done_rejected,
  withdrawn: m.approvals_done_withdrawn,
  expired: m.approvals_state_expired,
};

/** The first are the thing's own. */
const mostSources = 6;

/** Without what is no id of the rows that a field refers to: an entry may have another thing of the same name. */
function fitting({ fields }: AnyResource, state: Values): Values {
  const refers = (name: string) => fields[name]?.kind === "reference" || fields[name]?.kind === "tree";
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => !refers(name) || value === null || Number.isSafeInteger(value)),
  );
}

function namesIn(state: Values): string[] {
  return Object.entries(state).flatMap(([name, value]) => [
    name,
    ...[value].flat().flatMap((one) => (isRow(one) ? Object.keys(one) : [])),
  ]);
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined: this field does not know the value. */
function wordsOf(field: Field, name: string, value: unknown, options: Record<string, Option[]>): string | undefined {
  if (value === null || value === undefined || value === "") return "";
  if (field.kind === "secret") return value === secretAnother ? m.forms_secret_another() : m.forms_secret_set();
  if (field.kind === "lines" || hasRows(field)) {
    if (field.kind !== "lines" || !Array.isArray(value)) return undefined;
    return linesWords(field, value, (inner, one, of) => wordsOf(one, `${name}.${inner}`, of, options) ?? String(of));
  }
  const chosen = options[name];
  if (chosen) {
    const labels = [value].flat().map((one) => chosen.find((option) => option.value === String(one))?.label);
    return labels.includes(undefined) ? undefined : labels.join(m.did_list_sep());
  }
  if (field.kind === "money" && typeof value === "number") return `¥${formatYuan(value)}`;
  return typeof value === "object" ? undefined : plainly(value);
}

function plainly(value: unknown, label?: ToldValues["label"], words?: ToldValues["words"]): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? m.engine_yes() : m.engine_no();
  if (Array.isArray(value)) return value.map((one) => plainly(one, label, words)).join(m.did_list_sep());
  if (!isRow(value)) return String(value);
  const part = ([name, of]: [string, unknown]) => `${label?.(name) ?? name} ${words?.(name, of) ?? plainly(of)}`;
  return Object.entries(value).map(part).join(" · ");
}
