/**
 * A hall of ten thousand seats and a year of a hundred sessions a day, by the backend's own handler on PostgreSQL:
 * `TEST_DATABASE_URL=… npx tsx tests/perf/theatre.ts`. Prints milliseconds as a caller waits for them, the middle and the
 * slowest but one in twenty, first alone, then while fifty tills hold and sell in the same session. Beside them what the
 * backend's own process and PostgreSQL's took of the processor for each, which says more on a machine that others use too.
 * The reference is the mark of the session, one small statement.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import "~/i18n/locale.server";
import { theatreLayout } from "~/contract/theatre/large-map";
import { theatreMap, theatreMark, theatreSessions } from "~/contract/theatre/sale";
import { theatreSession } from "~/contract/theatre/session";
import { hold, openTheatre, sell, seller } from "~tests/backend/theatre/support";
import { openTestBackend } from "~tests/support/backend";
import { createPark, friday } from "~tests/support/park";

if (!process.env.TEST_DATABASE_URL) throw new Error("Say TEST_DATABASE_URL: this is about PostgreSQL.");
const plan = Array.from(
  { length: 100 },
  (_, at) => `${at + 1} ${"o".repeat(50)}_${"o".repeat(50)} ${at < 40 ? "A" : "B"}`,
);
const backend = await openTestBackend();
backend.setNow(friday);
const { parkId } = await createPark(backend);
const house = await openTheatre(backend, parkId, plan.join("\n"));
const sessionId = await house.addSession({ day: "2026-12-01" });
const areaId = (await backend.call(theatreMap, { sessionId })).data.areaId ?? 0;

/** Milliseconds of the processor that this database's connections have taken; 0 where their process is not to be seen. */
async function ofPostgres(): Promise<number> {
  const pids = await backend.sql<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database()",
  );
  return pids.reduce((sum, { pid }) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      // A tick is ten milliseconds.
      return sum + (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return sum;
    }
  }, 0);
}

async function times(title: string, ask: () => Promise<{ success: boolean; message: string }>, turns = 40) {
  const all: number[] = [];
  const own = process.cpuUsage();
  const theirs = await ofPostgres();
  for (let turn = 0; turn < turns; turn += 1) {
    const from = performance.now();
    const reply = await ask();
    all.push(performance.now() - from);
    if (!reply.success) throw new Error(reply.message);
  }
  all.sort((one, other) => one - other);
  const at = (share: number) => (all[Math.floor(all.length * share)] ?? 0).toFixed(1).padStart(8);
  const { user, system } = process.cpuUsage(own);
  const each = [(user + system) / 1_000, (await ofPostgres()) - theirs].map((ms) =>
    (ms / turns).toFixed(1).padStart(8),
  );
  console.log(`  ${title.padEnd(46)} ${at(0.5)} ${at(0.95)} ${each.join(" ")}`);
}
const asked = { sessionId, areaId };
async function session() {
  await times("reference: the mark", () => backend.call(theatreMark, { sessionId }));
  await times("where they stand (kept by the browser)", () => backend.call(theatreLayout, asked));
  await times("the map: who has which, a block of rows, zones", () => backend.call(theatreMap, asked));
}

await backend.sql(
  `insert into theatre_place (corp_code, session_id, seat_id, state)
   select '0001', $1, id, 'blocked' from theatre_seat where id % 2 = 0`,
  [sessionId],
);
await backend.sql("analyze");
console.log(`${"".padEnd(48)}   middle    95 %  backend postgres`);
console.log("alone, half of the seats taken");
await session();

const layout = JSON.stringify((await backend.call(theatreLayout, asked)).data);
const taken = JSON.stringify((await backend.call(theatreMap, asked)).data.large);
for (const [what, text] of [
  ["where they stand", layout],
  ["who has which", taken],
] as const)
  console.log(`  ${what}: ${text.length} bytes, ${gzipSync(text).length} compressed`);

// The lists alone: `lists` behind the command.
if (!process.argv.includes("lists")) await sellThere();

async function sellThere() {
  const tills: string[] = [];
  for (let till = 0; till < 50; till += 1) tills.push(await seller(backend));
  const free = await backend.sql<{ id: number }>("select id::int as id from theatre_seat where id % 2 = 1 order by id");
  let [next, sold, selling] = [0, 0, true];
  const till = async (as: string) => {
    while (selling) {
      next += 1;
      const seat = free[next]?.id;
      if (seat === undefined) return;
      if ((await hold(backend, sessionId, [seat], as)).success && (await sell(backend, sessionId, as)).success)
        sold += 1;
      // Somebody speaks with the visitor meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  };
  const all = tills.map((as, place) => new Promise((resolve) => setTimeout(resolve, place * 40)).then(() => till(as)));
  const from = performance.now();
  console.log("while fifty tills hold and sell there");
  await session();
  selling = false;
  await Promise.all(all);
  console.log(`  ${sold} sales in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
}

await backend.sql(
  `insert into theatre_session (corp_code, name, show_id, hall_id, template_id, day, time, starts_at, ends_at, free_at, zone_prices, status)
   select x.corp_code, x.name || ' ' || n, x.show_id, x.hall_id, x.template_id, s.at::date, '10:00', s.at, s.at + interval '1 minute',
          s.at + interval '2 minutes', x.zone_prices, 'onSale'
   from theatre_session x, generate_series(0, 36499) n,
        lateral (select timestamptz '2027-01-01 08:00+08' + (n / 100) * interval '1 day' + (n % 100) * interval '5 minutes' as at) s
   where x.id = $1`,
  [sessionId],
);
await backend.sql("analyze theatre_session");
await backend.sql(
  `insert into theatre_place (corp_code, session_id, seat_id, state)
   select x.corp_code, x.id, s.id, 'blocked'
   from theatre_session x join theatre_seat s on s.template_id = x.template_id and s.row_at < 3
   where x.day between '2027-05-30' and '2027-06-03'`,
);
await backend.sql("analyze");
const { list } = theatreSession.methods;
console.log("36,500 sessions, a hundred a day for a year; 300 seats taken in each of five days");
await times("reference: the mark", () => backend.call(theatreMark, { sessionId }));
await times("the sessions of a day", () => backend.call(theatreSessions, { day: "2027-06-01" }));
await times("the list, page one", () => backend.call(list, {}));
await times("the list, a day", () => backend.call(list, { filters: { day: "2027-06-01~2027-06-01" } }));
await times("the list, a show in a month", () =>
  backend.call(list, { filters: { showId: String(house.showId), day: "2027-06-01~2027-06-30" } }),
);
await times("the list, the last page that is counted", () => backend.call(list, { pageNo: 1_000 }));
await backend.close();
