import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkTicket, uploadPassages } from "~/contract/ticket/check";
import { createGrounds, type Grounds, orderFaults, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";

let backend: TestBackend;
let grounds: Grounds;
let running = 0;

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(new Date("2026-11-20T18:00:00+08:00"));
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

const key = () => {
  running += 1;
  return `gate-pass-${String(running).padStart(5, "0")}`;
};
const passage = (code: string, time: string, gateCode = grounds.gateCode) => ({
  passageKey: key(),
  gateCode,
  code,
  at: `2026-11-20T${time}:00+08:00`,
});

/** A day without a line: one good ticket, one used twice, one of yesterday, an unknown code, an unknown gate. */
async function day() {
  const good = await sell(backend, grounds, { lines: [{ quantity: 2 }] });
  const old = await sell(backend, grounds, { visitDay: "2026-11-19" });
  const [first, second] = good.tickets.map(({ qrText }) => qrText);
  return {
    good,
    passages: [
      passage(first ?? "", "09:00"),
      passage(second ?? "", "09:01"),
      passage(first ?? "", "09:30"),
      passage(old.tickets[0]?.qrText ?? "", "10:00"),
      passage("nonsense", "10:05"),
      passage(second ?? "", "10:06", "NO-GATE"),
    ],
  };
}

async function resultOf(orderId: number) {
  return backend.sql(
    `select t.used, t.state, to_char(t.last_passed_at at time zone 'Asia/Shanghai', 'HH24:MI') as passed
     from ticket t where t.order_id = $1 order by t.id`,
    [orderId],
  );
}

describe("passages made while the line was down", () => {
  it("each counts by its gate's clock; conflicts are listed and kept, never dropped", async () => {
    const { good, passages } = await day();
    const { data } = await backend.call(uploadPassages, { passages });
    expect(data).toMatchObject({ accepted: 2, repeated: 0 });
    expect(data.conflicts.map(({ passageKey, reason }) => [passageKey, reason])).toEqual([
      [passages[2]?.passageKey, "alreadyUsed"],
      [passages[3]?.passageKey, "wrongDay"],
      [passages[4]?.passageKey, "unknown"],
      [passages[5]?.passageKey, "unknown"],
    ]);
    expect(await resultOf(good.orderId)).toEqual([
      { used: 1, state: "used", passed: "09:00" },
      { used: 1, state: "used", passed: "09:01" },
    ]);
  });

  it("the same batch twice changes nothing; its conflicts are told again", async () => {
    const { good, passages } = await day();
    const first = await backend.call(uploadPassages, { passages });
    const before = await resultOf(good.orderId);
    const second = await backend.call(uploadPassages, { passages });
    // Of the gate that nobody knows nothing was kept: it is told anew.
    expect(second.data).toMatchObject({ accepted: 0, repeated: passages.length - 1 });
    expect(second.data.conflicts).toEqual(first.data.conflicts);
    expect(await resultOf(good.orderId)).toEqual(before);
    const keys = passages.map(({ passageKey }) => passageKey);
    const [row] = await backend.sql("select count(*)::int as n from passage where passage_key = any($1)", [keys]);
    expect(row).toEqual({ n: passages.length - 1 });
  });

  it("twice in one batch is once", async () => {
    const sale = await sell(backend, grounds, { lines: [{ quantity: 1, admissions: 5 }] });
    const one = passage(sale.tickets[0]?.qrText ?? "", "09:00");
    const { data } = await backend.call(uploadPassages, { passages: [one, one] });
    expect(data).toMatchObject({ accepted: 1, repeated: 1, conflicts: [] });
  });

  it("in whatever order they come, the result is the same", async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (order) => {
        const { good, passages } = await day();
        const shuffled = order.flatMap((index) => passages[index] ?? []);
        const { data } = await backend.call(uploadPassages, { passages: shuffled });
        expect(data.accepted).toBe(2);
        expect(data.conflicts.map(({ reason }) => reason)).toEqual(["alreadyUsed", "wrongDay", "unknown", "unknown"]);
        expect(data.conflicts[0]?.passageKey).toBe(passages[2]?.passageKey);
        expect(await resultOf(good.orderId)).toEqual([
          { used: 1, state: "used", passed: "09:00" },
          { used: 1, state: "used", passed: "09:01" },
        ]);
      }),
      { numRuns: 10 },
    );
  });

  it("a ticket checked on line meanwhile is a conflict", async () => {
    const sale = await sell(backend, grounds, { lines: [{ quantity: 1 }] });
    const code = sale.tickets[0]?.qrText ?? "";
    await backend.call(checkTicket, { idempotencyKey: key(), gateId: grounds.gateId, code });
    const { data } = await backend.call(uploadPassages, { passages: [passage(code, "09:00")] });
    expect(data.conflicts).toMatchObject([{ reason: "alreadyUsed" }]);
  });

  it("the same batch from two lines at once is one", async () => {
    const { good, passages } = await day();
    const answers = await Promise.all([1, 2].map(() => backend.call(uploadPassages, { passages })));
    expect(answers.map(({ data }) => data.accepted).sort()).toEqual([0, 2]);
    expect((await resultOf(good.orderId)).map(({ used }) => used)).toEqual([1, 1]);
  });

  it("nonsense is refused whole", async () => {
    const bad = { ...passage("x", "09:00"), at: "yesterday" };
    expect((await backend.call(uploadPassages, { passages: [bad] })).status).toBe(422);
    expect((await backend.call(uploadPassages, { passages: [] })).status).toBe(422);
  });
});
