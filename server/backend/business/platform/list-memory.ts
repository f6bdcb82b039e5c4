/** What an account keeps of its lists, and the views that others share with it. */
import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  listMemory,
  maxSavedFilters,
  removeListFilter,
  type SavedView,
  saveListColumns,
  saveListFilter,
  shareButton,
} from "~/contract/platform/list-memory";
import { Forbidden, Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { role } from "./account-schema";
import { listColumns, listFilter } from "./list-schema";
import { mayOpen, withinRights } from "./list-view-rights";

const ofColumns = ({ caller }: Call, list: string) =>
  and(eq(listColumns.accountId, caller.userId), eq(listColumns.list, list));
const ofFilters = ({ caller }: Call, list: string) =>
  and(eq(listFilter.accountId, caller.userId), eq(listFilter.list, list));

const serveMemory = serve(listMemory, async (call, { list, sharing }) => {
  const [chosen] = await call.db.select().from(listColumns).where(ofColumns(call, list));
  const filters = await viewsOf(call, list);
  const roles = sharing && (await call.may(shareButton)) ? await rolesOfCorp(call) : null;
  return { columns: chosen?.columns ?? [], filters, ...(roles && { roles }) };
});

interface ViewRow extends SavedView {
  mine: boolean;
}

/** One's own first. */
async function viewsOf(call: Call, list: string): Promise<SavedView[]> {
  const rows = await rowsOf<ViewRow>(
    call.db,
    sql`
      select f.id, f.name, f.search, f.columns, f.audience,
             f.account_id = ${call.caller.userId} as mine,
             coalesce(a.name, '') as by
      from list_filter f
      left join account a on a.corp_code = f.corp_code and a.id = f.account_id
      where f.list = ${list}
        and (
          f.account_id = ${call.caller.userId}
          or f.audience = 'all'
          or f.audience = 'role'
            and exists (
              select from account_role ar
              where ar.corp_code = f.corp_code and ar.account_id = ${call.caller.userId} and ar.role_id = f.role_id
            )
        )
      order by mine desc, f.name, f.id
    `,
  );
  const shown: SavedView[] = [];
  for (const { mine, ...row } of rows) {
    const view = { ...row, id: Number(row.id), by: mine ? "" : row.by };
    const allowed = mine ? view : await withinRights(call, list, view);
    if (allowed) shown.push(allowed);
  }
  return shown;
}

function rolesOfCorp(call: Call): Promise<{ id: number; name: string }[]> {
  return call.db.select({ id: role.id, name: role.name }).from(role).orderBy(asc(role.id)).limit(200);
}

const serveSaveColumns = serve(saveListColumns, async (call, { list, columns }) => {
  if (columns.length === 0) {
    await call.db.delete(listColumns).where(ofColumns(call, list));
    return {};
  }
  await call.db
    .insert(listColumns)
    .values({ accountId: call.caller.userId, list, columns })
    .onConflictDoUpdate({ target: [listColumns.corpCode, listColumns.accountId, listColumns.list], set: { columns } });
  return {};
});

const serveSaveFilter = serve(saveListFilter, async (call, { list, name, search, columns, audience, roleId }) => {
  if (audience !== "mine") await mayShare(call, list);
  if ((audience === "role") !== (roleId !== undefined)) throw new Invalid({ roleId: [m.v_option()] });
  if (roleId !== undefined) {
    const [found] = await call.db.select({ id: role.id }).from(role).where(eq(role.id, roleId));
    if (!found) throw new Invalid({ roleId: [m.v_option()] });
  }
  const view = { search, columns, audience, roleId: roleId ?? null };
  // Two at once would both count one too few.
  await call.db.execute(sql`select pg_advisory_xact_lock(${7_310_045}, ${call.caller.userId})`);
  const kept = await call.db.select({ name: listFilter.name }).from(listFilter).where(ofFilters(call, list));
  if (kept.length >= maxSavedFilters && !kept.some((one) => one.name === name)) {
    throw new Refusal(m.lists_filters_full({ n: maxSavedFilters }));
  }
  await call.db
    .insert(listFilter)
    .values({ accountId: call.caller.userId, list, name, ...view })
    .onConflictDoUpdate({
      target: [listFilter.corpCode, listFilter.accountId, listFilter.list, listFilter.name],
      set: view,
    });
  return {};
});

/** Of a list whose fields and function are known, by who may open it. */
async function mayShare(call: Call, list: string): Promise<void> {
  if (!(await call.may(shareButton)) || !(await mayOpen(call, list))) throw new Forbidden();
}

const serveRemoveFilter = serve(removeListFilter, async (call, { list, name, id }) => {
  if (name !== undefined) {
    await call.db.delete(listFilter).where(and(ofFilters(call, list), eq(listFilter.name, name)));
    return {};
  }
  if (id === undefined) throw new Invalid({ id: [m.v_required()] });
  const others = (await call.may(shareButton)) ? ne(listFilter.audience, "mine") : undefined;
  const own = eq(listFilter.accountId, call.caller.userId);
  await call.db
    .delete(listFilter)
    .where(and(eq(listFilter.list, list), eq(listFilter.id, id), others ? or(own, others) : own));
  return {};
});

export const listMemoryServed: Served[] = [serveMemory, serveSaveColumns, serveSaveFilter, serveRemoveFilter];
