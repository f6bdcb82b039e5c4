/**
 * A day at twelve gates, two of them without a line for an hour, with scans at random: entries, counts and states are those
 * of a plain model that goes through the scans as they reach the server. `TEST_VISITORS=40000` is a great day.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkTicket, uploadPassages } from "~/contract/ticket/check";
import { getGateBoard } from "~/contract/ticket/gate-board";
import { analyzeChanged } from "~server/backend/db/maintenance";
import { createGrounds, type Grounds, orderFaults, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh } from "~tests/support/park";

const visitors = Number(process.env.TEST_VISITORS ?? 2_000);
const opens = Date.parse("2026-11-20T08:00:00+08:00");
const hour = 3_600_000;

let backend: TestBackend;
let grounds: Grounds;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(new Date(opens));
  grounds = await createGrounds(backend);
}, 300_000);
afterAll(() => backend.close());

interface Gate {
  id: number;
  code: string;
  out: boolean;
  /** It has no line in the fourth hour. */
  cut: boolean;
}

interface Ticket {
  id: number;
  code: string;
  admissions: number;
  used: number;
  inside: number;
}

interface Scan {
  at: number;
  gate: Gate;
  ticket: Ticket | null;
  key: string;
}

/** The same day whenever it is run. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

async function twelveGates(): Promise<Gate[]> {
  await backend.sql(
    `insert into gate (corp_code, code, name, direction, gate_group_id, park_id)
     select '0001', 'DAY' || n, n || '号闸机', case when n > 9 then 'out' else 'in' end, $1, $2 from generate_series(1, 12) n`,
    [grounds.groupId, grounds.parkId],
  );
  const rows = await backend.sql<{ id: number; code: string; direction: string }>(
    "select id, code, direction from gate where code like 'DAY%' order by id",
  );
  return rows.map(({ id, code, direction }, n) => ({ id, code, out: direction === "out", cut: n < 2 }));
}

async function manyTickets(): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (let left = visitors; left > 0; left -= 100) {
    const admissions = left % 400 === 0 ? 3 : 1;
    const sale = await sell(backend, grounds, { lines: [{ quantity: Math.min(100, left), admissions }] });
    tickets.push(...sale.tickets.map(({ id, qrText }) => ({ id, code: qrText, admissions, used: 0, inside: 0 })));
  }
  return tickets;
}

/** The server's verdict by the plain model: entries that are left, and who is inside. Answers who went through. */
function model({ gate, ticket }: Scan): boolean {
  if (!ticket) return false;
  if (gate.out) {
    if (ticket.inside === 0) return false;
    ticket.inside -= 1;
    return true;
  }
  if (ticket.used >= ticket.admissions) return false;
  ticket.used += 1;
  ticket.inside += 1;
  return true;
}

it("entries, counts and states are those of a plain model; nothing is dropped, and every conflict is listed", async () => {
  const random = randomly(17);
  const gates = await twelveGates();
  const tickets = await manyTickets();
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const scans: Scan[] = Array.from({ length: Math.round(visitors * 1.4) }, () => ({
    at: opens + Math.floor(random() * 9 * hour),
    gate: pick(gates),
    ticket: random() < 0.02 ? null : pick(tickets),
    key: fresh("day-scan"),
  })).sort((a, b) => a.at - b.at);
  const isCut = ({ at, gate }: Scan) => gate.cut && at >= opens + 3 * hour && at < opens + 4 * hour;
  let through = 0;
  let conflicts = 0;
  const wrong: unknown[] = [];
  let waiting: Scan[] = [];
  const bring = async () => {
    // A gate without a line lets everybody in whose ticket it cannot tell from a good one.
    for (const gate of gates.filter(({ cut }) => cut)) {
      const own = waiting.filter((scan) => scan.gate === gate);
      for (let from = 0; from < own.length; from += 500) {
        const some = own.slice(from, from + 500);
        const passages = some.map(({ at, ticket, key }) => ({
          ...{ passageKey: key, gateCode: gate.code, code: ticket?.code ?? "NOBODY-KNOWS" },
          at: new Date(at).toISOString(),
        }));
        // Sent twice: the answer to the first was lost.
        await backend.call(uploadPassages, { passages });
        const { data } = await backend.call(uploadPassages, { passages });
        const bad = some.filter((scan) => !model(scan));
        for (const { ticket } of bad) if (ticket) ticket.inside += 1;
        through += some.length;
        conflicts += bad.length;
        const listed = data.conflicts.map(({ passageKey }) => passageKey).sort();
        const expected = bad.map(({ key }) => key).sort();
        if (data.repeated !== some.length || listed.join() !== expected.join()) wrong.push({ data, expected });
      }
    }
    waiting = [];
  };
  for (const [place, scan] of scans.entries()) {
    // As the product does every half minute.
    if (place % 2_000 === 0) await analyzeChanged(backend.database.pool);
    if (waiting.length > 0 && scan.at >= opens + 4 * hour) {
      backend.setNow(new Date(opens + 4 * hour));
      await bring();
    }
    if (isCut(scan)) {
      waiting.push(scan);
      continue;
    }
    backend.setNow(new Date(scan.at));
    const { gate, ticket, key } = scan;
    const code = ticket?.code ?? "NOBODY-KNOWS";
    const { data } = await backend.call(checkTicket, { idempotencyKey: key, gateId: gate.id, code });
    const admitted = model(scan);
    if (admitted) through += gate.out ? -1 : 1;
    if (data.admitted !== admitted) wrong.push({ scan, reason: data.reason, message: data.message });
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  const rows = await backend.sql<{ id: number; used: number; state: string }>(
    "select id, used, state from ticket where park_id = $1 order by id",
    [grounds.parkId],
  );
  const states = tickets.map(({ id, used, admissions }) => ({
    ...{ id, used },
    state: used === 0 ? "issued" : used < admissions ? "partlyUsed" : "used",
  }));
  expect(rows).toEqual(states);
  const [kept] = await backend.sql("select count(*)::int as n from passage where park_id = $1", [grounds.parkId]);
  expect(kept).toEqual({ n: scans.length });
  const [open] = await backend.sql("select count(*)::int as n from passage_conflict where park_id = $1", [
    grounds.parkId,
  ]);
  expect(open).toEqual({ n: conflicts });
  const board = (await backend.call(getGateBoard, {})).data;
  expect(board.parks.find(({ id }) => id === grounds.parkId)?.inside).toBe(through);
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
}, 3_600_000);
