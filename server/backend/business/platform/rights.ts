/** Rights as one text each, `function` or `function/button`: which there are, which an account holds, which a role has. */
import { sql } from "drizzle-orm";
import { titlesOf } from "~/contract/function-title";
import type { Locale } from "~/contract/messages";
import { methods } from "~/contract/registry";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../db/database";
import { administrator } from "../../kernel/access";
import { prepared } from "../../kernel/prepared";
import type { Call } from "../../kernel/served";

export const rightOf = (fun: string, button: string) => (button === "" ? fun : `${fun}/${button}`);
export const functionOf = (right: string) => right.split("/")[0] ?? "";

/** A caller's rights; an administrator's are all there are. */
export interface Held {
  has(right: string): boolean;
}

export async function heldBy(tx: Transaction, accountId: number): Promise<Held> {
  const [account] = await prepared<{ acc_type: string }>(tx, "select acc_type from account where id = $1", [accountId]);
  if (account?.acc_type === administrator) return { has: () => true };
  const rows = await prepared<{ fun_code: string; button_code: string }>(
    tx,
    `select distinct g.fun_code, g.button_code
     from account_role ar
     join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
     where ar.account_id = $1`,
    [accountId],
  );
  return new Set(rows.map((row) => rightOf(row.fun_code, row.button_code)));
}

/**
 * What a caller may grant: what they hold. Where administration is divided, whoever may open this at all is the security
 * administrator, who has no rights of the house's work and gives them to others.
 */
export async function grantableBy({ db, caller }: Pick<Call, "db" | "caller">): Promise<Held> {
  const [corp] = await prepared<{ divided: boolean }>(db, "select is_divided($1) as divided", [caller.corpCode]);
  return corp?.divided ? { has: () => true } : heldBy(db, caller.userId);
}

/** Rights of roles, together. */
export async function rightsOfRoles({ db }: Pick<Call, "db">, roleIds: readonly number[]): Promise<Set<string>> {
  const rows = await prepared<{ fun_code: string; button_code: string }>(
    db,
    "select distinct fun_code, button_code from role_grant where role_id = any ($1::bigint[])",
    [roleIds],
  );
  return new Set(rows.map((row) => rightOf(row.fun_code, row.button_code)));
}

export interface Catalogue {
  groups: { id: number; name: string; functions: { code: string; name: string; buttons: Named[] }[] }[];
  has(right: string): boolean;
  nameOf(right: string): string;
}

interface Named {
  code: string;
  name: string;
}

/** Buttons that a method asks for under a function, whichever function shows them. */
const askedUnder = new Map<string, Set<string>>();
for (const { access } of methods) {
  if (typeof access !== "object") continue;
  for (const fun of [access.fun].flat()) {
    const buttons = askedUnder.get(fun) ?? new Set();
    for (const button of [access.button, access.newButton]) if (button) buttons.add(button);
    askedUnder.set(fun, buttons);
  }
}

/** What the package of the tenant has; null where there is none. */
async function packageBound(tx: Transaction): Promise<Set<string> | null> {
  const [bound] = await prepared<{ rights: string[] | null }>(
    tx,
    `select case when exists (select from own_package) then array(
       select case button_code when '' then fun_code else fun_code || '/' || button_code end from own_package_right
     ) end as rights`,
    [],
  );
  return bound?.rights ? new Set(bound.rights) : null;
}

/** All that may be granted: enabled functions in menu order, each with its buttons, as far as the package goes. */
export async function catalogueOf(tx: Transaction, locale: Locale): Promise<Catalogue> {
  const named = (plain: string) => sql.raw(locale === "en" ? `${plain}_en` : plain);
  const { rows: nodes } = await tx.execute<{ id: string; path: string; name: string; code: string; url: string }>(sql`
    select id::text, parent_ids as path, ${named("fun_name")} as name, fun_code as code, fun_url as url
    from fun
    where enabled and (not head_office or current_setting('app.corp_code') = ${headOffice})
    order by sort, id
  `);
  const bound = await packageBound(tx);
  const { rows: buttons } = await tx.execute<{ code: string; fun: string; name: string }>(sql`
    select code, fun_code as fun, ${named("name")} as name from button order by fun_code, code
  `);
  const nameOfButton = new Map(buttons.map(({ code, name }) => [code, name]));
  const buttonsOf = (fun: string): Named[] => {
    const codes = new Set(buttons.filter((button) => button.fun === fun).map(({ code }) => code));
    for (const code of askedUnder.get(fun) ?? []) codes.add(code);
    return [...codes]
      .filter((code) => bound === null || bound.has(rightOf(fun, code)))
      .map((code) => ({ code, name: nameOfButton.get(code) ?? code }));
  };
  const on = new Set(["0", ...nodes.map(({ id }) => id)]);
  const codes = new Set<string>();
  const leaves = nodes
    .map((node) => ({ ...node, above: node.path.split(",") }))
    .filter(({ code, url, above }) => code !== "" && url !== "" && above.every((id) => on.has(id)))
    .filter(({ code }) => bound === null || bound.has(code))
    // A screen that stands under several functions is granted once.
    .filter(({ code }) => !codes.has(code) && codes.add(code));
  // Under the group at the top, as the menu has it.
  const groups = nodes
    .filter(({ id, path }) => path === "0" && leaves.some(({ above }) => above[1] === id))
    .map(({ id, name }) => ({
      id: Number(id),
      name,
      functions: leaves
        .filter(({ above }) => above[1] === id)
        .map(({ code, name: own }) => ({ code, name: titlesOf(own)[0], buttons: buttonsOf(code) })),
    }));
  const names = new Map(
    groups.flatMap(({ functions }) =>
      functions.flatMap(({ code, name, buttons: own }) => [
        [code, name] as const,
        ...own.map((button) => [rightOf(code, button.code), `${name} · ${button.name}`] as const),
      ]),
    ),
  );
  return { groups, has: (right) => names.has(right), nameOf: (right) => names.get(right) ?? right };
}
