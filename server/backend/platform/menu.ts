/** Editing the function tree: head office alone, since all tenants share it. It holds at everybody's next request. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/menu";
import { headOffice } from "~/contract/wire";
import { prepared } from "../kernel/prepared";
import { Forbidden, Invalid, NotFound, Refusal } from "../kernel/refusal";
import { type Call, type Served, serve } from "../kernel/served";
import { flag } from "./flag";
import { below, childrenOf, deadEnd, type FunRow, inOrder, keptCode, pathTo, wrongFields } from "./menu-rules";

const allRows = `
  select id::float8 as id, parent_id::float8 as "parentId", parent_ids as "parentIds", fun_name as "funName",
         fun_name_en as "funNameEn", fun_url as "funUrl", fun_code as "funCode", fun_ico as "funIco",
         open_type as "openType", outer_chain as "outerChain", cloud_fun_url as "cloudFunUrl", description,
         use_flag as "useFlag", sort, enabled, built, own, row_version as "rowVersion"
  from fun
  order by sort, id
`;

/** Any number: the tree is changed by one at a time, so that two together make no cycle. */
const advisoryLock = 7_310_057;

async function treeOf(call: Call, lock = false): Promise<FunRow[]> {
  if (call.caller.corpCode !== headOffice) throw new Forbidden(m.system_head_office_only());
  if (lock) await call.db.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
  return prepared<FunRow>(call.db, allRows, []);
}

function find(rows: readonly FunRow[], id: number): FunRow {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new NotFound();
  return found;
}

const tree = serve(
  contract.menuTree,
  async (call) =>
    inOrder(await treeOf(call)).map(({ row, level }) => {
      const [icon = "", iconActive = ""] = row.funIco.split(",");
      const { parentIds: _, sort: __, funIco: ___, built: ____, ...shown } = row;
      return { ...shown, icon, iconActive, useFlag: flag(row.useFlag), level, problem: deadEnd(row, row) };
    }),
  { asOwner: true },
);

const save = serve(
  contract.menuSave,
  async (call, { id: asked, rowVersion, ...given }) => {
    const rows = await treeOf(call, true);
    const before = asked === undefined ? null : find(rows, asked);
    if (before && rowVersion !== undefined && rowVersion !== before.rowVersion)
      throw new Refusal(m.ops_changed_by({ name: await lastEditor(call, before.id) }));
    const kept = before && !before.own ? { funUrl: before.funUrl, funCode: before.funCode } : {};
    const fields = { ...given, ...kept };
    const wrong = wrongFields(rows, before?.id ?? null, fields);
    if (Object.keys(wrong).length > 0) throw new Invalid(wrong);
    const problem = deadEnd(fields, before ?? { own: true, built: true });
    if (problem && before?.enabled)
      throw new Invalid({ [fields.openType === "" ? "funCode" : "outerChain"]: [problem] });
    const after = {
      ...fields,
      id: before?.id ?? Math.max(100_000, ...rows.map((row) => row.id)) + 1,
      sort: before?.parentId === fields.parentId ? before.sort : lastSort(rows, fields.parentId) + 1,
      enabled: before?.enabled ?? problem === "",
    };
    const moved = rows.filter((row) => row.id !== after.id);
    await write(call, after);
    await renewPaths(call, [...moved, rowFrom(after, before)]);
    await keepItself(call);
    call.audit({ thing: "menu", thingId: after.id, label: fields.funName, before: before ?? undefined, after });
    return { id: after.id };
  },
  { asOwner: true },
);

type After = contract.MenuFields & { id: number; sort: number; enabled: boolean };

const lastSort = (rows: readonly FunRow[], parentId: number) => {
  const parent = rows.find(({ id }) => id === parentId);
  return Math.max(parent?.sort ?? 0, ...childrenOf(rows, parentId).map(({ sort }) => sort));
};

function rowFrom(after: After, before: FunRow | null): FunRow {
  const base = before ?? { parentIds: "", built: true, own: true, rowVersion: 0 };
  return { ...base, ...after, funIco: "" };
}

async function write({ db, now }: Call, fun: After): Promise<void> {
  const icons = fun.icon || fun.iconActive ? `${fun.icon},${fun.iconActive || fun.icon}` : "";
  await db.execute(sql`
    insert into fun (id, parent_id, parent_ids, fun_name, fun_name_en, fun_url, fun_code, fun_ico, open_type, outer_chain,
                     cloud_fun_url, description, use_flag, enabled, sort, own, updated_at)
    values (${fun.id}, ${fun.parentId}, '', ${fun.funName}, ${fun.funNameEn}, ${fun.funUrl}, ${fun.funCode}, ${icons},
            ${fun.openType}, ${fun.outerChain}, ${fun.cloudFunUrl}, ${fun.description}, ${fun.useFlag}, ${fun.enabled},
            ${fun.sort}, true, ${now.toISOString()})
    on conflict (id) do update
      set (parent_id, fun_name, fun_name_en, fun_url, fun_code, fun_ico, open_type, outer_chain, cloud_fun_url,
           description, use_flag, sort, updated_at, row_version) =
          (excluded.parent_id, excluded.fun_name, excluded.fun_name_en, excluded.fun_url, excluded.fun_code,
           excluded.fun_ico, excluded.open_type, excluded.outer_chain, excluded.cloud_fun_url, excluded.description,
           excluded.use_flag, excluded.sort, excluded.updated_at, fun.row_version + 1)
  `);
}

/** Ids of the parents, of every row whose way to the root has changed. */
async function renewPaths({ db }: Call, rows: readonly FunRow[]): Promise<void> {
  for (const { id, parentId, parentIds } of rows) {
    const now = pathTo(rows, parentId).join(",");
    if (now !== parentIds) await db.execute(sql`update fun set parent_ids = ${now} where id = ${id}`);
  }
}

/** This screen and what it hangs under stay on. */
async function keepItself(call: Call): Promise<void> {
  const rows = await treeOf(call);
  const itself = rows.find(({ funCode }) => funCode === keptCode);
  const way = itself ? [...pathTo(rows, itself.parentId), itself.id] : [];
  const off = rows.find(({ id, enabled }) => !enabled && way.includes(id));
  if (off) throw new Refusal(m.system_menu_keeps_itself({ name: off.funName }));
}

async function lastEditor({ db }: Call, id: number): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select account_name as name from audit_log
    where corp_code = ${headOffice} and thing = 'menu' and thing_id = ${id} order by id desc limit 1
  `);
  return rows[0]?.name || m.r_somebody();
}

const move = serve(
  contract.menuMove,
  async (call, { id, to }) => {
    const rows = await treeOf(call, true);
    const row = find(rows, id);
    const siblings = childrenOf(rows, row.parentId);
    const from = siblings.indexOf(row);
    const place = Math.min(Math.max(from + (to === "up" ? -1 : 1), 0), siblings.length - 1);
    siblings.splice(place, 0, ...siblings.splice(from, 1));
    const first = Math.min(...siblings.map(({ sort }) => sort));
    for (const [index, { id: one, sort }] of siblings.entries())
      if (sort !== first + index) await call.db.execute(sql`update fun set sort = ${first + index} where id = ${one}`);
    call.audit({ thing: "menu", thingId: id, label: row.funName, before: { place: from }, after: { place } });
    return { id };
  },
  { asOwner: true },
);

const change = serve(
  contract.menuSwitch,
  async (call, { id, on }) => {
    const row = find(await treeOf(call, true), id);
    const problem = on ? deadEnd(row, row) : "";
    if (problem) throw new Refusal(problem);
    await call.db.execute(sql`
      update fun set enabled = ${on}, switched = ${on}, row_version = row_version + 1, updated_at = ${call.now.toISOString()}
      where id = ${id}
    `);
    await keepItself(call);
    call.audit({
      thing: "menu",
      thingId: id,
      label: row.funName,
      before: { enabled: row.enabled },
      after: { enabled: on },
    });
    return { id };
  },
  { asOwner: true },
);

const remove = serve(
  contract.menuRemove,
  async (call, { id }) => {
    const rows = await treeOf(call, true);
    const row = find(rows, id);
    if (!row.own) throw new Refusal(m.system_menu_of_product({ name: row.funName }));
    if (below(rows, id).size > 1) throw new Refusal(m.system_menu_has_children());
    await call.db.execute(sql`delete from fun where id = ${id}`);
    // What nothing is called any more is granted to nobody.
    await call.db.execute(sql`
      delete from role_grant
      where fun_code = ${row.funCode} and ${row.funCode} <> '' and not exists (select from fun where fun_code = ${row.funCode})
    `);
    call.audit({ thing: "menu", thingId: id, label: row.funName, before: row });
    return { id };
  },
  { asOwner: true },
);

export const menuServed: Served[] = [tree, save, move, change, remove];
