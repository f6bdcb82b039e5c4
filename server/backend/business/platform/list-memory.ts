/** What an account keeps of its lists; nobody sees another's. */
import { and, asc, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  listMemory,
  maxSavedFilters,
  removeListFilter,
  saveListColumns,
  saveListFilter,
} from "~/contract/platform/list-memory";
import { Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { listColumns, listFilter } from "./list-schema";

const ofColumns = ({ caller }: Call, list: string) =>
  and(eq(listColumns.accountId, caller.userId), eq(listColumns.list, list));
const ofFilters = ({ caller }: Call, list: string) =>
  and(eq(listFilter.accountId, caller.userId), eq(listFilter.list, list));

const serveMemory = serve(listMemory, async (call, { list }) => {
  const [chosen] = await call.db.select().from(listColumns).where(ofColumns(call, list));
  const filters = await call.db
    .select({ name: listFilter.name, search: listFilter.search })
    .from(listFilter)
    .where(ofFilters(call, list))
    .orderBy(asc(listFilter.name));
  return { columns: chosen?.columns ?? [], filters };
});

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

const serveSaveFilter = serve(saveListFilter, async (call, { list, name, search }) => {
  // Two at once would both count one too few.
  await call.db.execute(sql`select pg_advisory_xact_lock(${7_310_045}, ${call.caller.userId})`);
  const kept = await call.db.select({ name: listFilter.name }).from(listFilter).where(ofFilters(call, list));
  if (kept.length >= maxSavedFilters && !kept.some((one) => one.name === name)) {
    throw new Refusal(m.lists_filters_full({ n: maxSavedFilters }));
  }
  await call.db
    .insert(listFilter)
    .values({ accountId: call.caller.userId, list, name, search })
    .onConflictDoUpdate({
      target: [listFilter.corpCode, listFilter.accountId, listFilter.list, listFilter.name],
      set: { search },
    });
  return {};
});

const serveRemoveFilter = serve(removeListFilter, async (call, { list, name }) => {
  await call.db.delete(listFilter).where(and(ofFilters(call, list), eq(listFilter.name, name)));
  return {};
});

export const listMemoryServed: Served[] = [serveMemory, serveSaveColumns, serveSaveFilter, serveRemoveFilter];
