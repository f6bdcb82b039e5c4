/** What the form of an operator shows, and what it posts as the method takes it. */
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { dutyPairs } from "~/contract/duty-pairs";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { employee } from "~/contract/platform/employee";
import { type OperatorChoices, operator, operatorChoices } from "~/contract/platform/operator";
import type { Option } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import { mobileNumber, newPassword, requiredText } from "~/contract/validators";
import { chosenId, rowVersion } from "~/form/form-values.server";
import type { Typed } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";

/** `employeeId`: whose account a new one is to be; it begins with what is known of them. */
export async function loadOperator(
  context: AppLoadContext,
  id: number | null,
  copy: number | null,
  employeeId: number | null,
) {
  const from = id ?? copy;
  const [{ record, options }, choices, person] = await Promise.all([
    context.dispatch.call(operator.methods.get, from === null ? {} : { id: from }),
    context.dispatch.call(operatorChoices, from === null ? {} : { id: from }),
    employeeId === null ? null : context.dispatch.call(employee.methods.get, { id: employeeId }, { silent: true }),
  ]);
  if (id !== null && !record) throw new Response(null, { status: 404 });
  const values: Typed = record ? textsOf(record, choices, id === null) : { isRealName: "F", accType: "1" };
  Object.assign(values, begunWith(context, person?.record ?? null));
  const own = id !== null && id === context.user?.id;
  return {
    title:
      id === null
        ? m.engine_form_new({ title: inSentence(m.one_operator()) })
        : m.engine_form_edit({ title: inSentence(m.one_operator()) }),
    isNew: id === null,
    employeeId: person?.record ? String(employeeId) : "",
    accName: id === null ? "" : String(record?.accName ?? ""),
    back: person?.record ? `${employee.path}/${employeeId}` : id === null ? operator.path : `${operator.path}/${id}`,
    rowVersion: id === null ? "" : String(record?.rowVersion ?? ""),
    /** On a copy there is nothing masked: the mobile is not copied. */
    masked: id !== null && !mayPress(context, sensitiveButton),
    departments: indented(options.departmentId ?? []),
    types: (options.accType ?? []).filter(({ value }) => value !== "11" || choices.administrator),
    // The rights to give roles are asked of a new one: whoever is copied may be oneself.
    grants: id === null ? mayPress(context, "operator:grant") : choices.grants,
    own,
    bound: choices.bound,
    roles: optionsOf(choices.roles),
    duties: choices.roles.map(({ id, duties }) => ({ id: String(id), duties })),
    pairs: Object.fromEntries(Object.entries(dutyPairs).map(([code, { title }]) => [code, title()])),
    parks: optionsOf(choices.parks),
    typed: context.takeDraft() ?? values,
  };
}

/** The mobile too, where its reader sees it whole. */
function begunWith(context: AppLoadContext, person: Texts | null): Typed {
  if (!person) return {};
  const text = (name: string) => String(person[name] ?? "");
  return {
    ...{ name: text("name"), departmentId: text("departmentId") },
    ...(mayPress(context, sensitiveButton) && { mobile: text("mobile") }),
  };
}

type Texts = Record<string, unknown>;

function textsOf(record: Texts, { roles, parks }: OperatorChoices, copied: boolean): Typed {
  const text = (name: string) => String(record[name] ?? "");
  const ticked = [
    ...roles.filter(({ has }) => has).map(({ id }) => `role-${id}`),
    ...parks.filter(({ has }) => has).map(({ id }) => `park-${id}`),
  ];
  return {
    ...(!copied && { name: text("name"), mobile: text("mobile") }),
    departmentId: text("departmentId"),
    accType: text("accType"),
    addresses: text("addresses"),
    isRealName: copied ? "F" : text("isRealName"),
    ...Object.fromEntries(ticked.map((name) => [name, "T"])),
  };
}

const optionsOf = (choices: OperatorChoices["parks"]): Option[] =>
  choices.filter(({ mine, has }) => mine || has).map(({ id, name }) => ({ value: String(id), label: name }));

/** Departments one below the other, each as deep as it stands. */
function indented(options: Option[]): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const below = (parent: string | undefined, level: number): Option[] =>
    options
      .filter((one) => (one.parent !== undefined && known.has(one.parent) ? one.parent : undefined) === parent)
      .flatMap(({ value, label }) => [{ value, label: "\u3000".repeat(level) + label }, ...below(value, level + 1)]);
  return below(undefined, 0);
}

const empty = z.literal("");
const flag = z.enum(["T", "F"], { error: () => m.v_option() });
const shared = {
  name: requiredText(40, () => m.v_enter({ label: m.org_name() })),
  mobile: z.union([empty, mobileNumber], { error: () => m.v_mobile() }).optional(),
  departmentId: z.union([empty.transform(() => 0), chosenId], { error: () => m.v_option() }).default(0),
  accType: z.enum(["1", "11"], { error: () => m.v_option() }).optional(),
  isRealName: flag.default("F"),
  addresses: z
    .string()
    .trim()
    .max(2_000, { error: () => m.v_too_long({ n: 2_000 }) })
    .optional(),
  rowVersion,
};
export const changeForm = z.object(shared);
export const createForm = z.object({
  ...shared,
  accName: requiredText(40, () => m.v_enter({ label: m.admin_account() })),
  employeeId: chosenId.optional(),
  password: z.union([empty, newPassword], { error: () => m.v_password_strength() }).default(""),
});

/** Ids of the boxes ticked, `role-7`. */
export function tickedIds(typed: Typed, kind: "role" | "park"): number[] {
  const box = new RegExp(`^${kind}-([1-9]\\d{0,14})$`);
  return Object.keys(typed).flatMap((name) => Number(box.exec(name)?.[1] ?? 0) || []);
}

/** base64 of account name and password: the form of the wire whose strength can be told. */
export function wirePassword(accName: string, password: string): string {
  return Buffer.from(accName + password).toString("base64");
}
