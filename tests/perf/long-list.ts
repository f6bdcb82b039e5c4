/**
 * A resource's list over a million rows, by the backend's own handler: `npx tsx tests/perf/long-list.ts [rows]`. Prints
 * milliseconds of processor time a call, the middle and the slowest of ten: the database runs in this process, and a busy
 * machine does not blur what it takes. Page one of an empty list is the reference.
 */
import "~/i18n/locale.server";
import { park } from "~/contract/ticket/park";
import { listIndexes, makeListIndexes } from "~server/backend/kernel/list-indexes";
import { listsServed } from "~server/backend/served";
import { openTestBackend } from "~tests/support/backend";

const rows = Number(process.argv[2] ?? 1_000_000);
const asked: [string, object][] = [
  ["page one", {}],
  ["the last page that is counted", { pageNo: 1_000 }],
  ["by name", { sort: "name" }],
  ["by name, the last page", { sort: "name", pageNo: 1_000 }],
  ["by number, backwards", { sort: "capacity", order: "desc" }],
  ["a range of a hundred", { filters: { capacity: "500~600" } }],
  ["a range of half", { filters: { capacity: `1~${rows / 2}` }, sort: "name" }],
  ["a state of one in a thousand, by name", { filters: { status: "F" }, sort: "name" }],
  ["a part of one name", { filters: { name: "霞" } }],
  ["two characters of one in four thousand", { filters: { name: "雾山" } }],
  ["a character of every name", { filters: { name: "云" } }],
  ["a part of a code", { filters: { code: "c99999" } }],
  ["a part that nobody has", { filters: { name: "没有" } }],
];

const backend = await openTestBackend();
const median = async (payload: object) => {
  const times: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const from = process.cpuUsage();
    const reply = await backend.call(park.methods.list, payload);
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / 1_000);
    if (!reply.success) throw new Error(reply.message);
  }
  times.sort((one, other) => one - other);
  return [times[5] ?? 0, times[9] ?? 0] as const;
};
const line = (title: string, [middle, slowest]: readonly [number, number]) =>
  console.log(`${title.padEnd(42)} ${middle.toFixed(1).padStart(7)} ${slowest.toFixed(1).padStart(7)}`);

await median({});
line("reference: page one of nothing", await median({}));
const mine = listsServed.filter(({ resource }) => resource.noun === "park");
for (const { name } of mine.flatMap(({ resource, table }) => listIndexes(resource, table))) {
  await backend.sql(`drop index if exists "${name}"`);
}
await backend.sql(`
  insert into park (corp_code, code, name, capacity, status)
  select '0001', 'C' || n,
         '云' || case when n % 4000 = 0 then '雾山' else '海' end || case when n = 20000 then '霞' else '' end || n,
         n, case when n % 1000 = 0 then 'F' else 'T' end
  from generate_series(1, ${rows}) n`);
const from = performance.now();
await backend.database.system((tx) => makeListIndexes(tx, mine));
console.log(`indexes of ${rows} rows in ${((performance.now() - from) / 1000).toFixed(0)} s`);
await backend.sql("vacuum analyze park");
for (const [title, payload] of asked) line(title, await median(payload));
await backend.close();
