/** Editing the function tree: head office alone, since all tenants share it. It holds at everybody's next request. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/menu";
import { headOffice } from "~/contract/wire";
import { asOwner } from "../../kernel/as-owner";
import { nothingChanged } from "../../kernel/audit";
import { many } from "../../kernel/many";
import { Forbidden, Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { lastEditor } from "../../kernel/resource-changes";
import { firstOf } from "../../kernel/rows";
import { fieldErrors } from "../../kernel/run";
import { type Call, handlerOf, type Served, serve } from "../../kernel/served";
import { neededFunctions } from "./duties";
import { below, childrenOf, deadEnd, type FunRow, inOrder, keptCode, pathTo, wrongFields } from "./menu-rules";
import { menuRows } from "./menu-schema";
import { funRows, renewTree } from "./menu-tree";

const { methods } = contract.menu;

function admit({ caller }: Call): void {
  if (caller.corpCode !== headOffice) throw new Forbidden(m.system_head_office_only());
}

const engine = serveResource(contract.menu, {
  table: menuRows,
  references: {
    groupId: {
      ...{ table: menuRows, name: menuRows.title, nameEn: menuRows.titleEn, parent: menuRows.groupId },
      only: eq(menuRows.funUrl, ""),
    },
  },
  commands: { resume: { mayNot: whyStaysOff } },
  admit,
});

/** An entry without a screen of its own is not switched on. */
async function whyStaysOff(call: Call, entries: readonly { id: number }[]): Promise<(string | null)[]> {
  const rows = new Map((await funRows(call.db)).map((row) => [row.id, row]));
  return entries.map(({ id }) => {
    const row = rows.get(id);
    return (row && deadEnd(row, row)) || null;
  });
}

/** Any number: the tree is changed by one at a time, so that two together make no cycle. */
const advisoryLock = 7_310_057;

async function treeOf(call: Call, lock = false): Promise<FunRow[]> {
  admit(call);
  if (lock) await call.db.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
  return funRows(call.db);
}

function find(rows: readonly FunRow[], id: number): FunRow {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new NotFound();
  return found;
}

/** The row as the engine shows it: for the trail of changes. */
async function shown(call: Call, id: number): Promise<Values> {
  const { record } = (await handlerOf(engine, methods.get)(call, { id }, undefined)) as { record: Values };
  return record;
}

const tree = serve(contract.menuTree, async (call) =>
  inOrder(await treeOf(call)).map(({ row, level }) => {
    const { id, parentId, funName, funNameEn, funUrl, funCode, enabled, own } = row;
    return { id, parentId, funName, funNameEn, funUrl, funCode, enabled, own, level, problem: deadEnd(row, row) };
  }),
);

/** What a form gives, as an entry has it; of the product's own address and code stay. */
function fieldsOf(given: Values, before: FunRow | null): contract.MenuFields {
  const { groupId, openWay, ...texts } = given;
  const kept = before && !before.own ? { funUrl: before.funUrl, funCode: before.funCode } : {};
  const read = contract.menuFields.safeParse({
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ""])),
    ...kept,
    parentId: groupId ?? 0,
    openType: openWay === contract.openView ? "" : openWay,
  });
  if (!read.success) throw wrong(fieldErrors(read.error));
  return read.data;
}

/** Under the names of the form. */
function wrong({ parentId, openType, ...errors }: Record<string, string[]>): Invalid {
  return new Invalid({ ...errors, ...(parentId && { groupId: parentId }), ...(openType && { openWay: openType }) });
}

const save = serve(methods.save, async (call, payload) => {
  const { id: asked, rowVersion, ...given } = payload as unknown as Values & { id?: number; rowVersion?: number };
  const rows = await treeOf(call, true);
  const before = asked === undefined ? null : find(rows, asked);
  if (before && rowVersion !== undefined && rowVersion !== before.rowVersion) {
    const name = await lastEditor(call, contract.menu, before.id);
    throw new Refusal(m.ops_changed_by({ name }));
  }
  const fields = fieldsOf(given, before);
  const problems = wrongFields(rows, before?.id ?? null, fields);
  if (Object.keys(problems).length > 0) throw wrong(problems);
  const problem = deadEnd(fields, before ?? { own: true, built: true });
  if (problem && before?.enabled) throw new Invalid({ [fields.openType === "" ? "funCode" : "outerChain"]: [problem] });
  const after = {
    ...fields,
    id: before?.id ?? (await nextId(call)),
    sort: before?.parentId === fields.parentId ? before.sort : lastSort(rows, fields.parentId) + 1,
    enabled: before?.enabled ?? problem === "",
  };
  const was = before && (await shown(call, before.id));
  const written = await asOwner(call, () => write(call, after));
  if (!written) {
    call.audit(nothingChanged);
    return { id: after.id };
  }
  await keepItself(call);
  const is = await shown(call, after.id);
  call.audit({ thing: "menu", thingId: after.id, label: fields.funName, before: was, after: is });
  return { id: after.id };
});

/** One of its own: an id is never given twice, so nothing that pointed at a deleted entry leads to another. */
async function nextId(call: Call): Promise<number> {
  const { rows } = await asOwner(call, () =>
    call.db.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('fun', 'id'))::float8 as id`),
  );
  return Number(rows[0]?.id);
}

type After = contract.MenuFields & { id: number; sort: number; enabled: boolean };

const lastSort = (rows: readonly FunRow[], parentId: number) => {
  const parent = rows.find(({ id }) => id === parentId);
  return Math.max(parent?.sort ?? 0, ...childrenOf(rows, parentId).map(({ sort }) => sort));
};

/** False: the entry was so already. */
async function write({ db, now }: Call, fun: After): Promise<boolean> {
  const icons = fun.icon || fun.iconActive ? `${fun.icon},${fun.iconActive || fun.icon}` : "";
  const { rows } = await db.execute(sql`
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
      where (fun.parent_id, fun.fun_name, fun.fun_name_en, fun.fun_url, fun.fun_code, fun.fun_ico, fun.open_type,
             fun.outer_chain, fun.cloud_fun_url, fun.description, fun.use_flag, fun.sort)
            is distinct from
            (excluded.parent_id, excluded.fun_name, excluded.fun_name_en, excluded.fun_url, excluded.fun_code,
             excluded.fun_ico, excluded.open_type, excluded.outer_chain, excluded.cloud_fun_url, excluded.description,
             excluded.use_flag, excluded.sort)
    returning id
  `);
  if (rows.length === 0) return false;
  await renewTree(db);
  return true;
}

/** This screen and what it hangs under stay on. */
async function keepItself(call: Call): Promise<void> {
  const rows = await treeOf(call);
  const offOf = (kept: (code: string) => boolean) => {
    const way = new Set(
      rows.filter(({ funCode }) => kept(funCode)).flatMap(({ id, parentId }) => [...pathTo(rows, parentId), id]),
    );
    return rows.find(({ id, enabled }) => !enabled && way.has(id));
  };
  const off = offOf((code) => code === keptCode);
  if (off) throw new Refusal(m.system_menu_keeps_itself({ name: off.funName }));
  const duty = offOf((code) => neededFunctions.has(code));
  if (!duty) return;
  const divided = await asOwner(call, () =>
    firstOf<{ name: string }>(call.db, sql`select name from corp where is_divided(corp_code) limit 1`),
  );
  if (divided) throw new Refusal(m.duty_page_stays({ page: duty.funName, name: divided.name }));
}

async function move(call: Call, id: number, by: 1 | -1): Promise<{ id: number }> {
  const rows = await treeOf(call, true);
  const row = find(rows, id);
  const siblings = childrenOf(rows, row.parentId);
  const from = siblings.indexOf(row);
  const to = Math.min(Math.max(from + by, 0), siblings.length - 1);
  siblings.splice(to, 0, ...siblings.splice(from, 1));
  const first = Math.min(...siblings.map(({ sort }) => sort));
  const { place: before = null } = await shown(call, id);
  await asOwner(call, async () => {
    for (const [index, { id: one, sort }] of siblings.entries())
      if (sort !== first + index) await call.db.execute(sql`update fun set sort = ${first + index} where id = ${one}`);
    await renewTree(call.db);
  });
  const { place: after = null } = await shown(call, id);
  call.audit({ thing: "menu", thingId: id, label: row.funName, before: { place: before }, after: { place: after } });
  return { id };
}

async function switchTo(call: Call, id: number, on: boolean): Promise<{ id: number }> {
  const row = find(await treeOf(call, true), id);
  const label = row.funName;
  if (row.enabled === on) throw new Refusal(on ? m.ops_active_already({ label }) : m.ops_suspended_already({ label }));
  const problem = on ? deadEnd(row, row) : "";
  if (problem) throw new Refusal(problem);
  await asOwner(call, () =>
    call.db.execute(sql`
      update fun set enabled = ${on}, switched = ${on}, row_version = row_version + 1, updated_at = ${call.now.toISOString()}
      where id = ${id}
    `),
  );
  await keepItself(call);
  const state = (is: boolean, rowVersion: number) => ({ status: is ? "T" : "F", rowVersion });
  const states = { before: state(!on, row.rowVersion), after: state(on, row.rowVersion + 1) };
  call.audit({ thing: "menu", thingId: id, label, ...states });
  return { id };
}

async function remove(call: Call, id: number): Promise<{ id: number }> {
  const rows = await treeOf(call, true);
  const row = find(rows, id);
  if (!row.own) throw new Refusal(m.system_menu_of_product({ name: row.funName }));
  if (below(rows, id).size > 1) throw new Refusal(m.system_menu_has_children());
  const before = await shown(call, id);
  await asOwner(call, async () => {
    await call.db.execute(sql`delete from fun where id = ${id}`);
    // What nothing is called any more is granted to nobody.
    await call.db.execute(sql`
      delete from role_grant
      where fun_code = ${row.funCode} and ${row.funCode} <> '' and not exists (select from fun where fun_code = ${row.funCode})
    `);
    await renewTree(call.db);
  });
  call.audit({ thing: "menu", thingId: id, label: row.funName, before });
  return { id };
}

/** The engine's writing knows neither the tree nor what a screen needs; its reading is whole. */
const own: Served[] = [
  save,
  serve(methods.remove, (call, { id }) => remove(call, id)),
  serve(methods.suspend, (call, { id }) => switchTo(call, id, false)),
  serve(methods.resume, (call, { id }) => switchTo(call, id, true)),
  serve(methods.up, (call, { id }) => move(call, id, -1)),
  serve(methods.down, (call, { id }) => move(call, id, 1)),
  serve(methods.removeMany, (call, { ids }) => many(call, ids, (id) => remove(call, id))),
  serve(methods.suspendMany, (call, { ids }) => many(call, ids, (id) => switchTo(call, id, false))),
  serve(methods.resumeMany, (call, { ids }) => many(call, ids, (id) => switchTo(call, id, true))),
];

export const menuServed: Served[] = [
  ...engine.filter(({ method }) => !own.some((one) => one.method === method)),
  ...own,
  tree,
];
