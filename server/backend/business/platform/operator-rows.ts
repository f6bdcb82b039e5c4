/** Operators from a file: each row under the rules of a single operator, whose first password is made later and told once. */
import { m } from "~/contract/messages";
import { accName as accNameRule, operator } from "~/contract/platform/operator";
import { namesIn, operatorSheet } from "~/contract/platform/operator-sheet";
import { asOwner } from "../../kernel/as-owner";
import { lackingButton } from "../../kernel/lacking-right";
import { maskMobile } from "../../kernel/mask";
import { prepared } from "../../kernel/prepared";
import { Forbidden, Invalid } from "../../kernel/refusal";
import type { Values } from "../../kernel/resource-backend";
import { Choices } from "../../kernel/resource-choices";
import { Operations } from "../../kernel/resource-operations";
import type { Call, ImportTarget } from "../../kernel/served";
import { account } from "./account-schema";
import { firstPasswordHash } from "./operator-password";
import { departmentName, insertOperator, replaceGrants } from "./operator-save";
import { department } from "./organisation-schema";
import { type Choice, isBound, parksFor, rolesFor } from "./standing";

const references = { departmentId: { table: department, name: department.name, parent: department.parentId } };

interface Givable {
  roles: Choice[];
  parks: Choice[];
  bound: boolean;
  grants: boolean;
  adds: boolean;
}

/** Asked once for a batch of rows: each batch is a call of its own. */
const asked = new WeakMap<object, Promise<Givable>>();

function givable(call: Call): Promise<Givable> {
  const found = asked.get(call.db) ?? ask(call);
  asked.set(call.db, found);
  return found;
}

async function ask(call: Call): Promise<Givable> {
  return {
    roles: await rolesFor(call, 0),
    parks: await parksFor(call, 0),
    bound: await isBound(call),
    grants: await call.may("operator:grant"),
    adds: await call.may(operator.buttons.add),
  };
}

/** What the names of a cell stand for; throws, at the cell, where one is unknown, or not the caller's to give. */
function chosenIn(field: "roles" | "parks", cell: Values[string] | undefined, all: Choice[]): Choice[] {
  const byName = new Map<string, Choice[]>();
  for (const choice of all) {
    const name = choice.name.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), choice]);
  }
  return namesIn(String(cell ?? ""), new Set(byName.keys())).map((name) => {
    const [found, other] = byName.get(name.toLowerCase()) ?? [];
    if (!found) throw new Invalid({ [field]: [m.imports_not_found({ name: name.slice(0, 60) })] });
    if (other) throw new Invalid({ [field]: [m.imports_ambiguous({ name })] });
    if (found.mine) return found;
    const above = field === "roles" ? m.org_role_above({ name: found.name }) : m.org_park_above({ name: found.name });
    throw new Invalid({ [field]: [above] });
  });
}

async function givenIn(call: Call, { roles, parks }: Values): Promise<{ roles: Choice[]; parks: Choice[] }> {
  const may = await givable(call);
  const given = { roles: chosenIn("roles", roles, may.roles), parks: chosenIn("parks", parks, may.parks) };
  if (given.roles.length > 0 && !may.grants) throw new Invalid({ roles: [m.org_no_grant_right()] });
  if (given.parks.length === 0 && may.bound) throw new Invalid({ parks: [m.org_park_needed()] });
  return given;
}

class OperatorRows extends Operations {
  override async checked(call: Call, given: Values, before: Values | null): Promise<Values> {
    if (!(await givable(call)).adds) throw new Forbidden(await lackingButton(call.db, operator.buttons.add));
    const values = await super.checked(call, given, before);
    const name = accNameRule.safeParse(values.accName);
    if (!name.success) throw new Invalid({ accName: name.error.issues.map(({ message }) => message) });
    await givenIn(call, values);
    return values;
  }

  override async insertRows(call: Call, several: Values[]): Promise<Values[]> {
    // Of a password that nobody knows, so one hash does for all of them.
    const hash = await firstPasswordHash("", undefined);
    const made: Values[] = [];
    for (const values of several) made.push(await insertOne(call, values, hash));
    return made;
  }
}

/** Answers the row as the change log has it. */
async function insertOne(call: Call, values: Values, hash: string | null): Promise<Values> {
  const { roles, parks } = await givenIn(call, values);
  const payload = {
    accName: String(values.accName),
    name: String(values.name),
    mobile: String(values.mobile ?? ""),
    departmentId: Number(values.departmentId ?? 0),
    accType: "1" as const,
    isRealName: values.isRealName === "T" ? ("T" as const) : ("F" as const),
  };
  const deptName = await departmentName(call, payload);
  const id = await insertOperator(call, payload, deptName, { hash, told: false });
  await replaceGrants(call, id, { roles, parks, had: { roles: [], parks: [] } });
  const named = (choices: Choice[]) => choices.map(({ name }) => name).join(m.words_comma());
  const { departmentId: _, ...said } = payload;
  return {
    ...said,
    mobile: maskMobile(payload.mobile),
    department: deptName,
    roles: named(roles),
    parks: named(parks),
    id,
    rowVersion: 0,
  };
}

interface Room {
  most: number | null;
  used: number;
}

/** Accounts that the package of the corp has room for; null without a limit. */
async function roomFor(call: Call) {
  const [room] = await asOwner(call, () => prepared<Room>(call.db, accountsOfPackage, [call.caller.corpCode]));
  if (!room || room.most === null) return null;
  const most = String(room.most);
  return { left: room.most - room.used, says: () => m.ops_limit_accounts({ most }) };
}

const accountsOfPackage = `
  select p.max_accounts as most,
         (select count(*)::int from account a where a.corp_code = $1 and a.status = 'T') as used
  from tenant t
  join tenant_package p on p.corp_code = t.corp_code and p.id = t.package_id
  where t.corp_code = '0001' and t.code = $1
`;

/** `dependents`: what keeps an operator from being deleted keeps one from being taken back. */
export function operatorImports(dependents: (call: Call, id: number) => Promise<string[]>): ImportTarget {
  const backend = { table: account, references, dependents };
  const resource = operatorSheet as unknown as ImportTarget["resource"];
  const operations = new OperatorRows(resource, backend, new Choices(resource, references));
  return { resource, operations, references, room: roomFor };
}
