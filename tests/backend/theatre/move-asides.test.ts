/** Seats set aside go along when a session's tickets move: the same seat where it is free, and what has none is released. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatrePreselect, theatreSetAside } from "~/contract/theatre/preselect";
import { theatreTakeAside } from "~/contract/theatre/sale";
import { theatreSettleForm } from "~/contract/theatre/settle";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { hold, openTheatre, seatIds, sell, settle, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
const two = async (day: string, later: string) =>
  [await house.addSession({ day }), await house.addSession({ day: later })] as const;

async function setAside(sessionId: number, name: string, until: string, ...seats: string[]) {
  const id = await backend.saved(theatrePreselect.methods.save, {
    ...{ name, kind: "group", sessionId, contact: null, mobile: null, until, remark: null },
  });
  if (seats.length > 0) {
    const reply = await backend.call(theatreSetAside, {
      ...{ preselectId: id, seatIds: await seatIds(backend, sessionId, ...seats) },
    });
    expect(reply.message).toBe("");
  }
  return id;
}
const preselectOf = async (id: number) =>
  (
    await backend.sql(
      `select session_id::int as session, status, seats, to_char(until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as until
       from theatre_preselect where id = $1`,
      [id],
    )
  )[0];
const asidesIn = async (sessionId: number) =>
  (
    await backend.sql<{ seat: string }>(
      `select s.row_name || '/' || s.number as seat from theatre_place p join theatre_seat s on s.id = p.seat_id
       where p.session_id = $1 and p.state = 'aside' order by s.row_at, s.at`,
      [sessionId],
    )
  ).map(({ seat }) => seat);

test("the same seats go along with their time, the preview says so, and the others are released", async () => {
  const [from, to] = await two("2026-12-01", "2026-12-02");
  const group = await setAside(from, "蓝天旅行社", "2026-12-01 12:00:00", "1/1", "1/2", "2/1");
  const empty = await setAside(from, "还没选座", "2026-12-01 12:00:00");
  const lost = await setAside(from, "嘉宾", "2026-12-01 12:00:00", "2/2");
  await hold(backend, to, await seatIds(backend, to, "2/1", "2/2"));
  await sell(backend, to);
  // A ticket whose own seat is taken over there gets none of those set aside.
  await hold(backend, from, await seatIds(backend, from, "2/3"));
  await sell(backend, from);
  await hold(backend, to, await seatIds(backend, to, "2/3"));
  await sell(backend, to);
  const { preview } = (await backend.call(theatreSettleForm, { sessionId: from, toSessionId: to })).data;
  expect(preview).toEqual({
    ...{ toSessionId: to, moves: 1, stays: [], more: 0, aside: 2, moreReleased: 0 },
    released: ["蓝天旅行社：池座 2排1座", "嘉宾：池座 2排2座"],
  });
  expect((await settle(backend, from, { toSessionId: to })).data).toEqual({ tickets: 1, aside: 2 });
  await work();
  expect([await asidesIn(from), await asidesIn(to)]).toEqual([[], ["1/1", "1/2"]]);
  const until = "2026-12-01 12:00";
  expect(await preselectOf(group)).toEqual({ session: to, status: "open", seats: 2, until });
  expect(await preselectOf(empty)).toEqual({ session: to, status: "open", seats: 0, until });
  expect(await preselectOf(lost)).toEqual({ session: from, status: "released", seats: 0, until });
  const log = await backend.sql(
    "select before, after from audit_log where thing = 'theatrePreselect' and thing_id = $1 and method = 'theatreSettle'",
    [group],
  );
  expect(log).toMatchObject([{ before: { seats: 3 }, after: { seats: 2 } }]);
  // Handed over to a sale there.
  const taken = await backend.call(theatreTakeAside, { sessionId: to, preselectId: group });
  expect([taken.message, taken.data.seats]).toEqual(["", 2]);
});

test("not beyond the beginning of the other session; what is over already stays where it is", async () => {
  const [from, to] = await two("2026-12-05", "2026-12-04");
  const late = await setAside(from, "团队", "2026-12-05 18:00:00", "1/1");
  const over = await setAside(from, "过期", "2026-12-05 18:00:00", "1/2");
  await backend.sql("update theatre_preselect set until = $2 where id = $1", [
    over,
    new Date(friday.getTime() - 1_000),
  ]);
  await backend.sql("update theatre_place set until = $2 where preselect_id = $1", [
    over,
    new Date(friday.getTime() - 1_000),
  ]);
  await settle(backend, from, { toSessionId: to });
  expect(await preselectOf(late)).toMatchObject({ session: to, seats: 1, until: "2026-12-04 19:30" });
  expect(await preselectOf(over)).toMatchObject({ session: from });
  expect(await asidesIn(to)).toEqual(["1/1"]);
});

test("a refund of all releases them; what is refused moves none", async () => {
  const [from, to] = await two("2026-12-06", "2026-12-07");
  const id = await setAside(from, "团队", "2026-12-06 12:00:00", "1/1");
  expect((await settle(backend, from, { toSessionId: to, reason: "" })).status).toBe(422);
  expect([await asidesIn(from), await asidesIn(to)]).toEqual([["1/1"], []]);
  await settle(backend, from);
  expect([await asidesIn(from), await preselectOf(id)]).toMatchObject([[], { status: "released", seats: 0 }]);
});

test.runIf(raceIsReal)(
  "while seats are set aside, sold and handed over, a session moves, and another moves the other way: nobody waits for ever",
  { timeout: 120_000 },
  async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const [from, to] = await two(`2026-12-${10 + turn * 2}`, `2026-12-${11 + turn * 2}`);
      const until = `2026-12-${10 + turn * 2} 12:00:00`;
      const id = await setAside(from, "团队", until, "1/1", "1/2");
      const more = await seatIds(backend, from, "1/3");
      const there = await seatIds(backend, to, "1/1");
      const all = await race(backend, 5, (person): Promise<{ status: number }> => {
        if (person === 0) return settle(backend, from, { toSessionId: to });
        if (person === 1) return backend.call(theatreSetAside, { preselectId: id, seatIds: more });
        if (person === 2) return hold(backend, to, there);
        if (person === 3) return settle(backend, to, { toSessionId: from });
        return backend.call(theatreTakeAside, { sessionId: from, preselectId: id });
      });
      expect(all.filter(({ status }) => status >= 500)).toEqual([]);
      const seats = await backend.sql(
        "select (select count(*)::int from theatre_place p where p.preselect_id = e.id and p.state = 'aside') = e.seats or status = 'handed' as ok from theatre_preselect e where id = $1",
        [id],
      );
      expect(seats).toEqual([{ ok: true }]);
      await checkInvariants(backend);
    }
  },
);
