/**
 * Fields that a corp has added to nouns of the product: which there are, what their values must be, and how lists seek and
 * show them. Values stand in the column `own` of the record's own table (record 205). What a corp has declared is kept under
 * the version that came with the caller, so nobody pays a statement for it, and who has declared nothing not even a look.
 */
import { type SQL, sql } from "drizzle-orm";
import type { FieldErrors } from "~/contract/errors";
import { fieldSchema, holdsFiles } from "~/contract/field-kinds";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import {
  fieldOfOwn,
  type OwnFieldView,
  type OwnValues,
  ownCode,
  ownFieldIn,
  ownName,
  ownOf,
} from "~/contract/own-fields";
import { missing } from "~/contract/required";
import type { AnyResource, Option } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import { isDay } from "~/contract/validators";
import { LastUsed } from "../../last-used";
import { fileNames, type HeldField } from "../files/use";
import type { Call } from "./call";
import type { Columns } from "./list-source";
import { columnOf } from "./list-source";
import { masked } from "./mask";
import { prepared } from "./prepared";
import { Invalid } from "./refusal";
import type { Values } from "./resource-backend";
import { noteUnmaskedView } from "./unmasked-views";

type Declared = ReadonlyMap<string, readonly OwnFieldView[]>;

interface Row extends OwnFieldView {
  noun: string;
  inOpen: boolean;
}

const declaredFields = `
  select f.noun, f.code, f.name as label, f.kind, f.required, f.personal, f.in_list as list, f.in_filter as filter,
         coalesce(f.letters, 200) as max, f.least, f.most, coalesce(f.help, '') as help, f.status = 'F' as off, f.in_open as "inOpen",
         coalesce((
           select jsonb_agg(
             case when c.off then jsonb_build_object('value', c.value, 'label', c.label, 'off', true)
                  else jsonb_build_object('value', c.value, 'label', c.label) end
             order by c.position
           )
           from own_field_choice c
           where c.corp_code = f.corp_code and c.own_field_id = f.id
         ), '[]') as choices
  from own_field f
  where f.corp_code = current_setting('app.corp_code')
  order by f.place, f.id
`;

/** Of corps that have any, some KB each. */
const kept = new LastUsed<Declared>(500);
/** Of callers whose version nobody has read (jobs), once a call. */
const asked = new WeakMap<Call, Promise<Declared>>();

/** What the corp has added to the resource, withdrawn fields included, in their order. */
export async function ownFieldsOf(call: Call, resource: Pick<AnyResource, "fields">): Promise<readonly OwnFieldView[]> {
  const field = ownFieldIn(resource);
  if (field === null || call.caller.ownFields === null) return [];
  return (await declaredOf(call)).get(field.of) ?? [];
}

export const hasOwnFields = async (call: Call, resource: Pick<AnyResource, "fields">): Promise<boolean> =>
  (await ownFieldsOf(call, resource)).length > 0;

async function declaredOf(call: Call): Promise<Declared> {
  const { ownFields, corpCode } = call.caller;
  const key = `${corpCode} ${ownFields ?? ""}`;
  const known = ownFields ? kept.get(key) : await asked.get(call);
  if (known) return known;
  const reading = read(call);
  if (!ownFields) asked.set(call, reading);
  const declared = await reading;
  // The version was read before: what is kept under it is never older.
  if (ownFields) kept.set(key, declared);
  return declared;
}

async function read({ db }: Call): Promise<Declared> {
  const byNoun = new Map<string, OwnFieldView[]>();
  for (const { noun, inOpen, ...row } of await prepared<Row>(db, declaredFields, [])) {
    const bounds = {
      least: row.least === null ? null : Number(row.least),
      most: row.most === null ? null : Number(row.most),
    };
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), { ...row, ...bounds, ...(inOpen && { open: true as const }) }]);
  }
  return byNoun;
}

export const isEmptyOwn = (value: unknown): boolean => Object.keys(ownOf({ own: value })).length === 0;

/**
 * What a row's own values are to be: those it has, with what was given. Undefined where nothing was and nothing has to be.
 * What the caller sees masked, and what is withdrawn, stays as it is. Fields that are not `asked` for are unknown.
 */
export async function checkedOwn(
  call: Call,
  resource: AnyResource,
  given: unknown,
  before: Values | null,
  asked: (own: OwnFieldView) => boolean = () => true,
): Promise<OwnValues | undefined> {
  const fields = (await ownFieldsOf(call, resource)).filter(asked);
  const typed = given === null || given === undefined ? null : ownOf({ own: given });
  if (typed === null && (before !== null || fields.length === 0)) return undefined;
  const had = ownOf(before);
  const errors: FieldErrors = {};
  const values: Record<string, string | number> = { ...(had as OwnValues) };
  const known = new Map(fields.map((one) => [one.code, one]));
  for (const code of Object.keys(typed ?? {})) if (!known.has(code)) errors[ownName(code)] = [m.v_unknown_field()];
  for (const own of fields) {
    const value = typed && Object.hasOwn(typed, own.code) ? typed[own.code] : undefined;
    if (value === undefined && before !== null) continue;
    if (before !== null && own.personal && !(await call.may(sensitiveButton))) continue;
    const problem = settle(own, value ?? null, had[own.code] ?? null, before === null, values);
    if (problem !== null) errors[ownName(own.code)] = [problem];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return values;
}

/** Sets one value; what is wrong with it, or null. */
function settle(
  own: OwnFieldView,
  value: unknown,
  had: unknown,
  isNew: boolean,
  values: Record<string, string | number>,
): string | null {
  if (value === had) return own.required && !own.off && isNew && value === null ? missing(fieldOfOwn(own)) : null;
  if (own.off) return value === null || value === "" ? null : m.v_unknown_field();
  const field = fieldOfOwn(own, isNew, had);
  const result = fieldSchema(field).safeParse(value);
  if (!result.success)
    return isBlank(value) && !isNew
      ? m.own_v_keep({ label: own.label })
      : (result.error.issues[0]?.message ?? m.v_invalid());
  const read = result.data as string | number | null;
  if (own.kind === "choice" && read !== null) {
    const chosen = own.choices.find((one) => one.value === read);
    if (!chosen || (chosen.off && read !== had)) return m.v_option();
  }
  if (read === null || read === "") delete values[own.code];
  else values[own.code] = read;
  return null;
}

const isBlank = (value: unknown): boolean => value === null || value === "";

/** The files of own fields that are saved now. */
export async function heldOwn(call: Call, resource: AnyResource, values: Values): Promise<HeldField[]> {
  if (!("own" in values)) return [];
  const own = ownOf(values);
  return (await ownFieldsOf(call, resource)).flatMap((one): HeldField[] => {
    if (!holdsFiles(fieldOfOwn(one))) return [];
    return [{ field: ownName(one.code), paths: pathsOf(String(own[one.code] ?? "")), accept: "file" }];
  });
}

/** Rows as the caller may see them; those who see what is masked for others are noted as with any other field. */
export async function maskedOwn<R extends Values>(
  call: Call,
  resource: Pick<AnyResource, "fields" | "thing" | "nameField">,
  rows: R[],
): Promise<R[]> {
  const fields = await ownFieldsOf(call, resource);
  const personal = fields.filter((one) => one.personal);
  const shown = rows.map((row) => declaredOnly(row, fields));
  const bare = shown.filter((row) => personal.some(({ code }) => (ownOf(row)[code] ?? "") !== ""));
  if (bare.length === 0) return shown;
  if (await call.may(sensitiveButton)) {
    const seen = bare.map((row) => ({ id: Number(row.id), label: String(row[resource.nameField] ?? row.id) }));
    noteUnmaskedView(call, resource.thing, seen);
    return shown;
  }
  return shown.map((row) => (bare.includes(row) ? { ...row, own: maskedValues(personal, row) } : row));
}

export function maskedValues(personal: readonly OwnFieldView[], row: object): OwnValues {
  const own = { ...ownOf(row) } as OwnValues;
  for (const { code, kind } of personal) if (code in own) own[code] = masked(typeOf(kind), own[code]) as string;
  return own;
}

/** Most rows have none, and say nothing of it. What nobody has declared here (a row from elsewhere) is told to nobody. */
function declaredOnly<R extends Values>(row: R, fields: readonly OwnFieldView[]): R {
  if (!("own" in row)) return row;
  const { own, ...rest } = row;
  const known = Object.entries(ownOf({ own })).filter(([code]) => fields.some((one) => one.code === code));
  return (known.length === 0 ? rest : { ...rest, own: Object.fromEntries(known) }) as R;
}

const typeOf = (kind: OwnFieldView["kind"]) => (kind === "choice" ? "dictionary" : kind);

/** Choices of own fields, and the names of their files, by the names that forms have for them. */
export async function ownFileOptions(
  call: Call,
  fields: readonly OwnFieldView[],
  rows: readonly Values[],
): Promise<Record<string, Option[]>> {
  const options: Record<string, Option[]> = {};
  for (const one of fields) {
    if (one.kind === "choice") options[ownName(one.code)] = one.choices.map((choice) => ({ ...choice }));
    if (one.kind !== "file") continue;
    const paths = rows.flatMap((row) => pathsOf(String(ownOf(row)[one.code] ?? "")));
    options[ownName(one.code)] = [...(await fileNames(call.db, paths))].map(([value, label]) => ({ value, label }));
  }
  return options;
}

/** Cells of a file, by the names of the columns. */
export function ownCells(
  fields: readonly OwnFieldView[],
  row: object,
  labels: Readonly<Record<string, ReadonlyMap<string, string>>>,
  maySee: boolean,
): Record<string, string | number | null> {
  const own = ownOf(row);
  return Object.fromEntries(
    fields.map((one) => {
      const name = ownName(one.code);
      const value = (own[one.code] ?? null) as string | number | null;
      if (value === null) return [name, null];
      if (one.personal && !maySee) return [name, masked(typeOf(one.kind), value) as string];
      if (one.kind === "file")
        return [
          name,
          pathsOf(String(value))
            .flatMap((path) => labels[name]?.get(path) ?? [])
            .join(m.words_comma()),
        ];
      return [name, labels[name]?.get(String(value)) ?? value];
    }),
  );
}

/** Filters by own fields as conditions, and the filters that are left. */
export async function ownConditions(
  call: Call,
  resource: AnyResource,
  columns: Columns,
  filters: Record<string, string>,
): Promise<{ own: SQL[]; rest: Record<string, string> }> {
  const sought = Object.entries(filters).filter(([name]) => ownCode(name) !== null && ownFieldIn(resource) !== null);
  if (sought.length === 0) return { own: [], rest: filters };
  const fields = new Map((await ownFieldsOf(call, resource)).map((one) => [ownName(one.code), one]));
  const rest = Object.fromEntries(Object.entries(filters).filter(([name]) => !sought.some(([own]) => own === name)));
  const found = sought.flatMap(([name, raw]) => {
    const one = fields.get(name);
    if (!one?.filter || one.kind === "file") throw new Invalid({ [`filters.${name}`]: [m.v_unknown_field()] });
    const text = raw.trim();
    return text === "" ? [] : [ownCondition(one, columnOf(columns, "own"), text)];
  });
  // The index holds the rows that have any own value at all.
  return { own: found.length === 0 ? [] : [sql`${columnOf(columns, "own")} <> '{}'::jsonb`, ...found], rest };
}

function ownCondition(one: OwnFieldView, column: Columns[string], text: string): SQL {
  const name = ownName(one.code);
  const value = sql`(${column} ->> ${one.code}::text)`;
  const refuse = (message: string) => new Invalid({ [`filters.${name}`]: [message] });
  if (one.kind === "text") {
    if (one.personal) return sql`${value} = ${text}`;
    return sql`${value} ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
  }
  if (one.kind === "choice") {
    const values = [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => part !== "");
    if (values.length > 50) throw refuse(m.v_option());
    return sql`${value} = any (${sql.param(values)}::text[])`;
  }
  const [from = "", to = from] = text.split("~").map((part) => part.trim());
  const ends = [from, to].filter((end) => end !== "");
  if (one.kind === "date" && !ends.every(isDay)) throw refuse(m.v_date());
  if (one.kind === "number" && !ends.every((end) => /^-?\d{1,15}(\.\d{1,4})?$/.test(end))) throw refuse(m.v_invalid());
  const [left, type] = one.kind === "number" ? [sql`${value}::numeric`, sql`numeric`] : [value, sql`text`];
  const parts = [
    ...(from === "" ? [] : [sql`${left} >= ${from}::${type}`]),
    ...(to === "" ? [] : [sql`${left} <= ${to}::${type}`]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}
