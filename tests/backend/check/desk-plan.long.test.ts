/** A desk is asked after every scan: it reads the last attempts and the day's, however many there ever were. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { getCheckDesk } from "~/contract/ticket/check";
import { createGrounds, type Grounds } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { plansDuring, rowsRead } from "~tests/support/plans";

const everyPassage = 20_000;
const ofToday = 100;
let backend: TestBackend;
let grounds: Grounds;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(new Date("2026-11-20T12:00:00+08:00"));
  grounds = await createGrounds(backend);
  // One in fifty was taken back.
  await backend.sql(
    `insert into passage (id, corp_code, gate_id, park_id, direction, admitted, reason, through, at)
     select 10 * (${everyPassage} - n) + 10, '0001', $1, park_id, 'in', true, 'ok', 1,
            timestamptz '2026-11-20 08:00+08' - case when n > $2 then interval '8 hours' + n * interval '1 minute' else interval '0' end
     from gate, generate_series(${everyPassage}, 1, -1) n
     where id = $1`,
    [grounds.gateId, ofToday],
  );
  await backend.sql(`
    insert into passage (id, corp_code, gate_id, park_id, direction, admitted, reason, through, at, kind, reverses_id)
    select id + 1, corp_code, gate_id, park_id, direction, admitted, 'reversed', -1, at + interval '1 second', 'reversal', id
    from passage
    where id % 500 = 0`);
  await backend.sql("update passage set counts_at = at");
  await backend.sql("checkpoint");
  await backend.sql("vacuum analyze passage");
}, 300_000);
afterAll(() => backend.close());

it("reads none of the passages before today but the last twenty", async () => {
  const { nodes, statements } = await plansDuring(backend, /passage/, async () => {
    const desk = await backend.call(getCheckDesk, { gateId: grounds.gateId });
    expect(desk.data.recent).toHaveLength(20);
    expect(desk.data.today.admitted).toBeGreaterThan(ofToday - 10);
  });
  expect(statements).toBe(2);
  expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  expect(rowsRead(nodes, "passage")).toBeLessThan(ofToday + 50);
}, 300_000);
