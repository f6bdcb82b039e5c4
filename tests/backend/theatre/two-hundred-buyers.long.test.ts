/** Two hundred accounts at once: for one seat, for the best eight together; and what comes of it without the key. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreBest, theatreHold } from "~/contract/theatre/sale";
import { rowsOf } from "~server/backend/kernel/rows";
import { serve } from "~server/backend/kernel/served";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { hold, openTheatre, seatIds, sell, seller, type Theatre } from "./support";

const people = 200;
/** Eight rows of two eights with an aisle between: sixteen blocks. */
const hall = Array.from({ length: 8 }, (_, at) => `${at + 1} oooooooo_oooooooo A`).join("\n");
const blocks = 16;

let backend: TestBackend;
let house: Theatre;
const buyers: string[] = [];

async function openHouse(of: TestBackend, tokens: string[], count: number): Promise<Theatre> {
  const { parkId } = await createPark(of);
  const own = await openTheatre(of, parkId, hall);
  while (tokens.length < count) tokens.push(await seller(of));
  return own;
}
beforeAll(async () => {
  backend = await openTestBackend();
  house = await openHouse(backend, buyers, people);
}, 240_000);
afterAll(() => backend.close());

test("of two hundred who want one seat, one has it, and one ticket is sold", { timeout: 240_000 }, async () => {
  const sessionId = await house.addSession({ day: "2026-12-01" });
  const seats = await seatIds(backend, sessionId, "1/1");
  const all = await race(backend, people, (person) => hold(backend, sessionId, seats, buyers[person]));
  expect(all.filter(({ success }) => success)).toHaveLength(1);
  expect(all.filter(({ status }) => status === 409)).toHaveLength(people - 1);
  const sold = await race(backend, people, (person) => sell(backend, sessionId, buyers[person]));
  expect(sold.filter(({ success }) => success)).toHaveLength(1);
  expect(sold.findIndex(({ success }) => success)).toBe(all.findIndex(({ success }) => success));
  expect(await backend.sql("select 1 from theatre_ticket where session_id = $1", [sessionId])).toHaveLength(1);
  await checkInvariants(backend);
});

test("of two hundred who want the best eight together, as many have them as there are blocks, each a block of its own", {
  timeout: 600_000,
}, async () => {
  const sessionId = await house.addSession({ day: "2026-12-02" });
  const all = await race(backend, people, (person) =>
    backend.call(theatreBest, { sessionId, count: 8, zone: "" }, { as: buyers[person] ?? "" }),
  );
  expect(all.filter(({ success }) => success)).toHaveLength(blocks);
  expect(all.filter(({ status }) => status === 409)).toHaveLength(people - blocks);
  const held = await backend.sql<{ n: number; rows: number; apart: number }>(
    `select count(*)::int as n, count(distinct s.row_at)::int as rows, max(s.at) - min(s.at) as apart
     from theatre_place p join theatre_seat s on s.id = p.seat_id where p.session_id = $1 group by p.holder_id`,
    [sessionId],
  );
  expect(held).toEqual(Array.from({ length: blocks }, () => ({ n: 8, rows: 1, apart: 7 })));
});

test.runIf(raceIsReal)(
  "control: without the key the seat is held by more than one of them",
  { timeout: 240_000 },
  async () => {
    const meet = meeting(8);
    const careless = serve(theatreHold, async (call, { sessionId, seatIds: wanted }) => {
      const [taken] = await rowsOf(call.db, sql`select 1 from theatre_place where session_id = ${sessionId}`);
      await meet();
      if (!taken) {
        await call.db.execute(sql`
        insert into theatre_place (session_id, seat_id, state, holder_id, until)
        values (${sessionId}, ${wanted[0]}, 'held', ${call.caller.userId}, now() + interval '1 year')
      `);
      }
      return { seats: taken ? 0 : 1, until: "", payable: 0 };
    });
    const open = await openTestBackend({
      served: [...allServed.filter(({ method }) => method !== theatreHold), careless],
    });
    const tokens: string[] = [];
    const own = await openHouse(open, tokens, 20);
    await open.sql("alter table theatre_place drop constraint theatre_place_once");
    const sessionId = await own.addSession({ day: "2026-12-03" });
    const seats = await seatIds(open, sessionId, "1/1");
    await race(open, people, (person) => hold(open, sessionId, seats, tokens[person % tokens.length]));
    expect((await open.sql("select 1 from theatre_place where session_id = $1", [sessionId])).length).toBeGreaterThan(
      1,
    );
    await open.close();
  },
);

test.runIf(raceIsReal)(
  "control: without the session's lock and the key, the best eight together are held by several at once",
  { timeout: 240_000 },
  async () => {
    const meet = meeting(8);
    const careless = serve(theatreBest, async (call, { sessionId, count }) => {
      const free = await rowsOf<{ id: number }>(
        call.db,
        sql`
          select s.id::float8 as id
          from theatre_seat s
          join theatre_session x on x.template_id = s.template_id and x.id = ${sessionId}
          where not exists (select from theatre_place p where p.session_id = x.id and p.seat_id = s.id)
          order by s.row_at, s.at
          limit ${count}
        `,
      );
      await meet();
      for (const { id } of free)
        await call.db.execute(sql`
          insert into theatre_place (session_id, seat_id, state, holder_id, until)
          values (${sessionId}, ${id}, 'held', ${call.caller.userId}, now() + interval '1 year')
        `);
      return { seats: free.length, until: "", payable: 0 };
    });
    const open = await openTestBackend({
      served: [...allServed.filter(({ method }) => method !== theatreBest), careless],
    });
    const tokens: string[] = [];
    const own = await openHouse(open, tokens, 20);
    await open.sql("alter table theatre_place drop constraint theatre_place_once");
    const sessionId = await own.addSession({ day: "2026-12-04" });
    await race(open, people, (person) =>
      open.call(theatreBest, { sessionId, count: 8, zone: "" }, { as: tokens[person % tokens.length] ?? "" }),
    );
    const twice = await open.sql(
      "select seat_id from theatre_place where session_id = $1 group by seat_id having count(distinct holder_id) > 1",
      [sessionId],
    );
    expect(twice.length).toBeGreaterThan(0);
    await open.close();
  },
);
