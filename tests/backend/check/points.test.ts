/** Select-point tickets at the gates: with a line, without one, and at two gates at once. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { reversePassage, uploadPassages } from "~/contract/ticket/check";
import { gate } from "~/contract/ticket/gate";
import { deviceBegin, deviceCheck, devicePackage } from "~/contract/ticket/gate-device";
import type { TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import { judge } from "~/contract/ticket/gate-rules/judge";
import { ticketDetail } from "~/contract/ticket/issued";
import { gateById } from "~server/backend/business/ticket/check-store";
import { createPoints, type PointPark } from "~tests/backend/ticket/points";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday, today } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let park: PointPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPoints(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const at = (place: number) => park.gates[place] ?? 0;

it("each check at a point takes one choice and says what is left; the reasons against are sentences", async () => {
  const { qrText, id } = await park.sellOne();
  const none = await park.check(qrText, park.gateId);
  expect(none.data).toMatchObject({
    ...{ admitted: false, reason: "wrongGate" },
    message: "闸机“东门 1 号”（东门）不是这张票可去的点位，可去：缆车、漂流、观景台",
  });
  const first = await park.check(qrText, at(1));
  expect(first.data).toMatchObject({
    ...{ admitted: true, message: "请进：任选票 · 漂流，1 人，还可选 1 次：缆车、观景台" },
    ticket: {
      ...{ used: 1, left: 1 },
      points: [
        { name: "缆车", used: 0, left: 1 },
        { name: "漂流", used: 1, left: 0 },
        { name: "观景台", used: 0, left: 1 },
      ],
    },
  });
  const again = await park.check(qrText, at(1));
  expect(again.data).toMatchObject({
    ...{ admitted: false, reason: "groupLimit" },
    message: "这张票在“漂流”最多 1 次，已用 1 次，不够 1 人；还可去：缆车、观景台",
  });
  expect((await park.check(qrText, at(2))).data.message).toBe("请进：任选票 · 观景台，1 人，可选次数已用完");
  const over = await park.check(qrText, at(0));
  expect(over.data).toMatchObject({
    admitted: false,
    reason: "usedUp",
    message: "这张票可选 2 次，已全部选完：漂流、观景台",
  });

  const { data } = await backend.call(ticketDetail, { id, logPage: 1 });
  expect(data.points.map(({ used, left }) => [used, left])).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
  ]);
  expect(data.passages.map(({ verdict, used }) => [verdict, used])).toEqual([
    ["refused", 0],
    ["admitted", 1],
    ["refused", 1],
    ["admitted", 2],
    ["refused", 2],
  ]);
  const told = JSON.stringify(data.log.changes);
  expect(told).toContain("还可选 1 次：缆车、观景台");
});

it("a passage that is taken back gives its choice back, at its point", async () => {
  const { qrText, id } = await park.sellOne();
  const first = await park.check(qrText, at(0));
  const passageId = first.data.passageIds[0] ?? 0;
  expect((await backend.call(reversePassage, { passageId, reason: "误检" })).status).toBe(200);
  expect((await backend.call(ticketDetail, { id })).data.points[0]).toEqual({ name: "缆车", used: 0, left: 1 });
  expect((await park.check(qrText, at(0))).data).toMatchObject({ admitted: true, ticket: { used: 1 } });
});

it("the same press twice uses one choice", async () => {
  const { qrText, id } = await park.sellOne();
  const idempotencyKey = fresh("twice");
  const both = await race(backend, 2, () => park.check(qrText, at(0), { idempotencyKey }));
  expect(both.map(({ data }) => data.admitted)).toEqual([true, true]);
  expect(await backend.sql("select used from ticket where id = $1", [id])).toEqual([{ used: 1 }]);
});

it("two gates at once with one choice left: one passes; and no point is chosen twice", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { qrText, id } = await park.sellOne();
    await park.check(qrText, at(0));
    const answers = await race(backend, 2, (place) => park.check(qrText, at(place + 1)));
    expect(answers.map(({ data }) => data.reason).sort()).toEqual(["ok", "usedUp"]);
    expect(await backend.sql("select used, state from ticket where id = $1", [id])).toEqual([
      { used: 2, state: "used" },
    ]);
    const other = await park.sellOne();
    const same = await race(backend, 2, () => park.check(other.qrText, at(0)));
    expect(same.map(({ data }) => data.reason).sort()).toEqual(["groupLimit", "ok"]);
  }
});

it("six gates at once with two choices: never a third, whoever is asked to scan again", async () => {
  const { qrText, id } = await park.sellOne();
  const answers = await race(backend, 6, (person) => park.check(qrText, at(person % 3)));
  const passed = answers.filter(({ success, data }) => success && data.admitted).length;
  expect(passed).toBeGreaterThan(0);
  expect(passed).toBeLessThanOrEqual(2);
  const [sums] = await backend.sql(
    `select t.used, sum(p.entries)::int as entries, count(distinct p.gate_id)::int as points
     from ticket t join passage p on p.ticket_id = t.id and p.admitted where t.id = $1 group by t.used`,
    [id],
  );
  expect(sums).toEqual({ used: passed, entries: passed, points: passed });
});

it("control: gates that do not know of each other let three in on two choices; what they bring is told as a conflict", async () => {
  const sold = await park.sellOne();
  const facts = await factsAt(0, sold.qrText);
  const gates: Awaited<ReturnType<typeof gateById>>[] = [];
  for (const id of park.gates) gates.push(await backend.database.system((tx) => gateById(tx, id)));
  const attempt = { now: friday, people: 1, holderMatches: true, inside: null };
  const alone = gates.map((one) => one && judge(facts, one, attempt).reason);
  expect(alone).toEqual(["ok", "ok", "ok"]);

  const codes = await backend.sql<{ code: string }>("select code from gate where id = any ($1) order by id", [
    park.gates,
  ]);
  const passages = codes.map(({ code: gateCode }, place) => ({
    ...{ passageKey: fresh("line"), gateCode, code: sold.qrText },
    at: new Date(friday.getTime() - (10 - place) * 60_000).toISOString(),
  }));
  const brought = await backend.call(uploadPassages, { passages });
  expect(brought.data).toMatchObject({ accepted: 2 });
  expect(brought.data.conflicts.map(({ reason }) => reason)).toEqual(["usedUp"]);
  expect(await backend.sql("select used from ticket where id = $1", [sold.id])).toEqual([{ used: 2 }]);
});

it("a gate without a line has the rule in its package and judges as the server does", async () => {
  const sold = await park.sellOne();
  const elsewhere = await backend.database.system((tx) => gateById(tx, park.gateId));
  const steps = [at(0), at(0), park.gateId, at(1), at(2)];
  for (const gateId of steps) {
    const facts = await factsAt(0, sold.qrText);
    const here = gateId === park.gateId ? elsewhere : await backend.database.system((tx) => gateById(tx, gateId));
    if (!here) throw new Error("no gate");
    const alone = judge(facts, here, { now: friday, people: 1, holderMatches: true, inside: null });
    const { data } = await park.check(sold.qrText, gateId);
    expect([alone.reason, alone.message]).toEqual([data.reason, data.message]);
  }
});

it("a paired device at a point is told of the choices by the same verdict", async () => {
  const { qrText } = await park.sellOne();
  const token = await paired(at(0));
  const answer = await backend.call(deviceCheck, { token, code: qrText, passageKey: fresh("pass") }, { as: "" });
  expect(answer.data.ticket?.points).toContainEqual({ name: "漂流", used: 0, left: 1 });
});

async function paired(id: number): Promise<string> {
  const { data } = await backend.call(deviceBegin, { version: "1" }, { as: "" });
  const fields = { id, idempotencyKey: fresh("pair"), pairingCode: data.code, calledAs: "手持机" };
  const reply = await backend.call(gate.methods.pair, fields as never);
  if (!reply.success) throw new Error(reply.message);
  return data.token;
}

/** The ticket as a device at a point has it. */
async function factsAt(place: number, code: string): Promise<TicketSnapshot> {
  const token = await paired(at(place));
  const { data } = await backend.call(devicePackage, { token, day: today }, { as: "" });
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256").update(`${data.salt}\n${code}`).digest("base64url").slice(0, 22);
  const found = data.tickets.find(({ codes }) => codes.includes(hash));
  if (!found) throw new Error("the ticket is not in the package");
  return found.facts as unknown as TicketSnapshot;
}
