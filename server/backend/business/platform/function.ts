/** The functions and buttons an account holds, its favourites. */
import { asc, eq, sql } from "drizzle-orm";
import type { Locale } from "~/contract/messages";
import {
  type FunctionNode,
  getAllSysFunctionsListById,
  getUserCommonFunList,
  saveUserCommonFun,
} from "~/contract/platform/function";
import { groupReport } from "~/contract/tenant/group-report";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../db/database";
import { administrator } from "../../kernel/access";
import type { Caller } from "../../kernel/call";
import { heldRights } from "../../kernel/held-rights";
import { buttonInPackage, functionInPackage, inPackage } from "../../kernel/package-bound";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { type Served, serve } from "../../kernel/served";
import { account } from "./account-schema";
import { fun } from "./menu-schema";
import { favourite } from "./workbench-schema";

type Holder = Pick<typeof account.$inferSelect, "id" | "accType">;

/** Groups have no URL. What is for tenants is shown in the SaaS edition, what is a group's to the corp that leads one. $1 all are granted, $2 account, $3 language. */
const shownFunctions = `
  with granted as (
    select distinct g.fun_code
    from account_role ar
    join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
    where ar.account_id = $2 and g.button_code = ''
  )
  select id, parent_id as "parentId", parent_ids as "parentIds", fun_url as "funUrl", fun_code as "funCode",
         case $3::text when 'en' then fun_name_en else fun_name end as "funName",
         fun_ico as "funIco", open_type as "openType", outer_chain as "outerChain", cloud_fun_url as "cloudFunUrl",
         description, use_flag as "useFlag", sort
  from fun
  where enabled
    and (not head_office or current_setting('app.corp_code') = '${headOffice}')
    and (fun_url = '' or $1::boolean or fun_code = '' or fun_code in (select fun_code from granted))
    and (fun_url = '' or fun_code = '' or ${functionInPackage("fun.fun_code")})
    and (
      fun_url not like '/tenantManage/%'
      or exists (select from sys_param where param_code = 'isSaasEdition' and param_option = 'T')
    )
    and (fun_url <> '${groupReport.path}' or (select cardinality(group_corps())) > 0)
  order by sort, id
`;

/** Enabled functions the account is granted, with the groups above them, in menu order; none below what is switched off. */
export async function functionsOf(
  tx: Transaction,
  holder: Holder,
  locale: Locale,
  caller: Caller,
): Promise<FunctionNode[]> {
  const seen = caller.seeing ? await heldRights(tx, caller) : null;
  const all = holder.accType === administrator;
  const rows = await prepared<FunctionNode>(tx, shownFunctions, [all, holder.id, locale]);
  const on = new Set([0, ...rows.map((row) => row.id)]);
  const leaves = rows.filter(
    ({ funUrl, funCode, parentIds }) =>
      funUrl !== "" &&
      (seen === null || funCode === "" || seen.grants.has(`${funCode}/`)) &&
      parentIds.split(",").every((id) => on.has(Number(id))),
  );
  const shown = new Set(leaves.map((row) => row.id));
  for (const leaf of leaves) for (const id of leaf.parentIds.split(",")) shown.add(Number(id));
  return rows.filter((row) => shown.has(row.id));
}

/** $1 all are granted, $2 account. */
const heldButtons = `
  select code from button where $1::boolean and ${buttonInPackage("button.code")}
  union
  select g.button_code
  from account_role ar
  join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
  where ar.account_id = $2 and g.button_code <> '' and ${inPackage("g")}
  order by code
`;

/** Button codes the account holds; an administrator holds them all. */
export async function buttonsOf(tx: Transaction, holder: Holder, caller: Caller): Promise<string[]> {
  if (caller.seeing) return [...(await heldRights(tx, caller)).buttons].toSorted();
  const all = holder.accType === administrator;
  return (await prepared<{ code: string }>(tx, heldButtons, [all, holder.id])).map((row) => row.code);
}

const serveFunctions = serve(getAllSysFunctionsListById, async ({ db, caller, locale }, { id }) => {
  const [mine] = await db.select().from(account).where(eq(account.id, caller.userId));
  if (!mine) throw new NotFound();
  const functions = await functionsOf(db, mine, locale, caller);
  return id === 0 ? functions : functions.filter((node) => node.parentIds.split(",").includes(String(id)));
});

const serveSaveFavourite = serve(saveUserCommonFun, async ({ db, caller }, { funId, funName, accId }) => {
  if (accId !== caller.userId) throw new NotFound();
  const [known] = await db.select({ id: fun.id }).from(fun).where(eq(fun.id, funId));
  if (!known) throw new NotFound();
  const mine = sql`${favourite.accountId} = ${accId} and ${favourite.funId} = ${funId}`;
  const removed = await db.delete(favourite).where(mine).returning({ funId: favourite.funId });
  if (removed.length > 0) return { collected: false };
  await db.insert(favourite).values({ accountId: accId, funId, funName }).onConflictDoNothing();
  return { collected: true };
});

const serveFavourites = serve(getUserCommonFunList, async ({ db, caller }, { accId }) => {
  if (accId !== caller.userId) throw new NotFound();
  return db
    .select({ funId: favourite.funId, funName: favourite.funName })
    .from(favourite)
    .where(eq(favourite.accountId, accId))
    .orderBy(asc(favourite.sort));
});

export const functionServed: Served[] = [serveFunctions, serveSaveFavourite, serveFavourites];
