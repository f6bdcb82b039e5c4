/** The work that moves a session's tickets, by several at once: each ticket moves once. And what comes of it without the locks. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { moveSession } from "~server/backend/business/theatre/move-job";
import { moveOrder, openTickets } from "~server/backend/business/theatre/move-tickets";
import { readSession } from "~server/backend/business/theatre/read-session";
import { jobKind } from "~server/backend/jobs/kind";
import { standIn } from "~server/backend/jobs/stand-in";
import { createWorker } from "~server/backend/jobs/worker";
import { ofEverybody } from "~server/backend/kernel/scope";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { hold, openTheatre, seatIds, sell, settle, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId);
});
afterAll(() => backend.close());

const pairs = [
  ["1/1", "1/2"],
  ["1/3", "1/4"],
  ["2/1", "2/2"],
  ["2/5", "2/6"],
];

/** Four pairs are sold, the session is cancelled, and the work stands there as often as there are workers for it. */
async function sold(of: TestBackend, own: Theatre, day: string, later: string, workers: number) {
  const [from, to] = [await own.addSession({ day }), await own.addSession({ day: later })];
  for (const seats of pairs) {
    await hold(of, from, await seatIds(of, from, ...seats));
    expect((await sell(of, from)).message).toBe("");
  }
  await settle(of, from, { toSessionId: to });
  await of.sql(
    `insert into job (corp_code, kind, payload, account_id, account_name)
     select corp_code, kind, payload, account_id, account_name from job, generate_series(2, $2)
     where kind = 'moveSession' and state = 'waiting' and payload ->> 'sessionId' = $1`,
    [String(from), workers],
  );
  return { from, to };
}
const counted = async (of: TestBackend, from: number, to: number) =>
  (
    await of.sql(
      `select (select count(*)::int from theatre_ticket where session_id = $2) as tickets,
              (select count(*)::int from theatre_place where session_id = $2 and state = 'sold') as seats,
              (select count(*)::int from theatre_ticket where session_id = $1) as left,
              (select count(*)::int from theatre_move where session_id = $1 and state = 'moved') as moves,
              (select count(*)::int from audit_log where method = 'theatreSettle' and thing = 'order') as told`,
      [from, to],
    )
  )[0];

test.runIf(raceIsReal)(
  "four workers at the same session: each ticket moves once, and each order is told once",
  async () => {
    const { from, to } = await sold(backend, house, "2026-12-01", "2026-12-02", 4);
    const workers = [1, 2, 3, 4].map(() =>
      createWorker({ database: backend.database, kinds: [moveSession], now: () => friday, fencing: false }),
    );
    await race(backend, 4, (one) => workers[one]?.drain());
    expect(
      await backend.sql("select state, count(*)::int as n from job where kind = 'moveSession' group by state"),
    ).toEqual([{ state: "done", n: 4 }]);
    expect(await counted(backend, from, to)).toEqual({ tickets: 8, seats: 8, left: 0, moves: 8, told: 4 });
    await checkInvariants(backend);
  },
);

test.runIf(raceIsReal)("control: two that read the tickets without a lock give each of them two seats", async () => {
  const open = await openTestBackend();
  const { parkId } = await createPark(open);
  const own = await openTheatre(open, parkId);
  const { from, to } = await sold(open, own, "2026-12-01", "2026-12-02", 2);
  const meet = meeting(2);
  const careless = jobKind({
    kind: "moveSession",
    title: moveSession.title,
    payload: z.object({ sessionId: z.number(), toSessionId: z.number() }),
    async run(run, { sessionId, toSessionId }) {
      const seen = await run.write(async (tx) => {
        const call = await standIn(run, tx, { fun: "sessionList" });
        return ofEverybody(call, async () => openTickets(call, await readSession(call, sessionId)));
      });
      await meet();
      for (const orderId of new Set(seen.map((ticket) => ticket.orderId)))
        await run.write(async (tx) => {
          const call = { ...(await standIn(run, tx, { fun: "sessionList" })), audit: () => {} };
          return ofEverybody(call, async () => {
            const [there, here] = [await readSession(call, toSessionId, "update"), await readSession(call, sessionId)];
            const own = seen.filter((ticket) => ticket.orderId === orderId);
            await moveOrder(call, here, there, { id: orderId, orderNo: "" }, own);
          });
        });
      return {};
    },
  });
  const workers = [1, 2].map(() => createWorker({ database: open.database, kinds: [careless], now: () => friday }));
  await race(open, 2, (one) => workers[one]?.drain());
  const { tickets, seats } = (await counted(open, from, to)) as { tickets: number; seats: number };
  expect(tickets).toBe(8);
  expect(seats).toBeGreaterThan(tickets);
  await open.close();
});
