/** Departments: a tree that stays one, whatever two people do to it at once. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/department";
import { departmentLevels } from "~/contract/platform/department-levels";
import { usersOf } from "../../kernel/depends-on";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";

interface Node {
  id: number;
  parentId: number;
  name: string;
  sort: number;
}

async function nodesOf({ db }: Call): Promise<(Node & { people: number })[]> {
  const { rows } = await db.execute<{ id: number; parentId: number; name: string; sort: number; people: number }>(sql`
    select d.id, coalesce(d.parent_id, 0) as "parentId", d.name, d.sort,
           (
             select count(*)::int from employee e where e.department_id = d.id and e.state = 'onDuty'
           ) + (
             select count(*)::int from account a
             where a.department_id = d.id and not exists (
               select from employee e where e.account_id = a.id and e.department_id = d.id and e.state = 'onDuty'
             )
           ) as people
    from department d
    order by coalesce(d.parent_id, 0), d.sort, d.id
  `);
  return rows.map((row) => ({ ...row, id: Number(row.id), parentId: Number(row.parentId) }));
}

/** Who changes the tree holds it whole: two moves that are right by themselves could close a ring together. */
async function held(call: Call): Promise<Map<number, Node>> {
  await call.db.execute(
    sql`select pg_advisory_xact_lock(hashtext('department tree' || current_setting('app.corp_code')))`,
  );
  return new Map((await nodesOf(call)).map((node) => [node.id, node]));
}

const tree = serve(contract.departmentTree, async (call) => ({ nodes: await nodesOf(call) }));

const save = serve(contract.departmentSave, async (call, { id, parentId, name }) => {
  const nodes = await held(call);
  const before = id === undefined ? null : nodes.get(id);
  if (before === undefined) throw new NotFound();
  checkPlace(nodes, id, parentId);
  const siblings = [...nodes.values()].filter((node) => node.parentId === parentId && node.id !== id);
  if (siblings.some((node) => node.name.toLowerCase() === name.toLowerCase()))
    throw new Invalid({ name: [m.org_department_taken({ name })] });
  const last = Math.max(0, ...siblings.map(({ sort }) => sort)) + 1;
  const sort = before?.parentId === parentId ? before.sort : last;
  const { rows } = before
    ? await call.db.execute<{ id: number }>(sql`
        update department set name = ${name}, parent_id = ${parentId || null}, sort = ${sort}, updated_at = now()
        where id = ${id}
        returning id
      `)
    : await call.db.execute<{ id: number }>(sql`
        insert into department (name, parent_id, sort) values (${name}, ${parentId || null}, ${sort}) returning id
      `);
  const saved = Number(rows[0]?.id);
  if (before) await call.db.execute(sql`update account set dept_name = ${name} where department_id = ${id}`);
  const state = (of: Node) => ({ name: of.name, parent: nodes.get(of.parentId)?.name ?? "" });
  const after = { name, parent: nodes.get(parentId)?.name ?? "" };
  call.audit({ thing: "department", thingId: saved, label: name, before: before && state(before), after });
  return { id: saved };
});

function checkPlace(nodes: Map<number, Node>, id: number | undefined, parentId: number): void {
  if (parentId !== 0 && !nodes.has(parentId)) throw new Invalid({ parentId: [m.v_option()] });
  let level = 1;
  for (let up = nodes.get(parentId); up; up = nodes.get(up.parentId)) {
    if (up.id === id) throw new Invalid({ parentId: [m.org_department_loop()] });
    level += 1;
  }
  refuseDepth(nodes, id, level);
}

function refuseDepth(nodes: Map<number, Node>, id: number | undefined, level: number): void {
  const below = (parent: number): number =>
    1 + Math.max(0, ...[...nodes.values()].filter((node) => node.parentId === parent).map((node) => below(node.id)));
  const height = id === undefined ? 1 : below(id);
  const n = departmentLevels;
  if (level + height - 1 > n) throw new Invalid({ parentId: [m.org_department_depth({ n })] });
}

const order = serve(contract.departmentOrder, async (call, { id, to }) => {
  const nodes = await held(call);
  const node = nodes.get(id);
  if (!node) throw new NotFound();
  const siblings = [...nodes.values()].filter(({ parentId }) => parentId === node.parentId);
  const from = siblings.indexOf(node);
  const at = from + (to === "up" ? -1 : 1);
  // At the end of its row it stays where it is.
  if (at >= 0 && at < siblings.length) {
    siblings.splice(at, 0, ...siblings.splice(from, 1));
    for (const [place, { id: one }] of siblings.entries())
      await call.db.execute(sql`update department set sort = ${place + 1} where id = ${one} and sort <> ${place + 1}`);
  }
  call.audit({ thing: "department", thingId: id, label: node.name, after: { moved: to } });
  return { id };
});

const remove = serve(contract.departmentRemove, async (call, { id }) => {
  const node = (await held(call)).get(id);
  if (!node) throw new NotFound();
  const used = await usersOf(call, "department", id);
  if (used.length > 0) {
    const dependents = new Intl.ListFormat(call.locale, { type: "conjunction" }).format(used);
    throw new Refusal(m.org_department_used({ label: node.name, dependents }));
  }
  await call.db.execute(sql`delete from department where id = ${id}`);
  call.audit({ thing: "department", thingId: id, label: node.name, before: { name: node.name } });
  return { id };
});

export const departmentServed: Served[] = [tree, save, order, remove];
