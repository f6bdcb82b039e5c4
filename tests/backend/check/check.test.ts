import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { checkTicket, getCheckDesk, reversePassage, type VerdictReason } from "~/contract/ticket/check";
import { ticketDetail } from "~/contract/ticket/issued";
import { restrictedVisitor } from "~/contract/ticket/restricted-visitor";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { withCheckDigit } from "~tests/support/identity";
import { checkInvariants } from "~tests/support/invariants";
import { race } from "~tests/support/race";

let backend: TestBackend;
let grounds: Grounds;
let running = 0;

const noon = new Date("2026-11-20T12:00:00+08:00");
const key = () => {
  running += 1;
  return `check-key-${running}`;
};

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(noon);
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

interface Extra {
  gateId?: number;
  people?: number;
  ticketId?: number;
  force?: boolean;
  forceReason?: string;
  idempotencyKey?: string;
}

async function check(code: string, extra: Extra = {}, token?: string) {
  const payload = { idempotencyKey: key(), gateId: grounds.gateId, code, ...extra };
  return backend.call(checkTicket, payload, token === undefined ? {} : { as: token });
}

async function sold(wish: SaleWish = {}) {
  const sale = await sell(backend, grounds, wish);
  const [ticket] = sale.tickets;
  if (!ticket) throw new Error("no ticket");
  return { ...sale, ticket };
}

async function stateOf(orderId: number): Promise<string | undefined> {
  return (await backend.sql<{ state: string }>("select state from orders where id = $1", [orderId]))[0]?.state;
}

const keeper = () => backend.createUser({ grants: ["tktChevkPage", "tktChevkPage/check:pass"] });
const identity = "11010519491231002X";
const otherIdentity = withCheckDigit("44052419800101001");

/** How each verdict comes about; `reason` by `reason`, so that none is left out. */
const reached: Record<
  Exclude<VerdictReason, "keyReused" | "clockOff">,
  () => Promise<{ data: { reason: string; message: string; admitted: boolean } }>
> = {
  ok: async () => check((await sold()).ticket.qrText),
  forced: async () => {
    const { ticket } = await sold({ visitDay: "2026-11-19" });
    return check(ticket.ticketNo, { force: true, forceReason: "晚点" });
  },
  unknown: () => check("TK20990101000001"),
  unpaid: async () => check((await sold({ state: "pending" })).ticket.qrText),
  cancelled: async () => check((await sold({ state: "cancelled" })).ticket.qrText),
  refunded: async () => {
    const { orderId, ticket } = await sold();
    await backend.call(refundOrder, { orderId, ticketIds: [ticket.id], idempotencyKey: key(), reason: "x" });
    return check(ticket.qrText);
  },
  revoked: async () => {
    const { ticket } = await sold();
    await backend.sql("update ticket set state = 'voided' where id = $1", [ticket.id]);
    const answer = await check(ticket.qrText);
    await backend.sql("update ticket set state = 'issued' where id = $1", [ticket.id]);
    return answer;
  },
  blocked: async () => {
    const { orderId, ticket } = await sold({ lines: [{ quantity: 1, refundRule: "approval" }] });
    await backend.call(refundOrder, { orderId, idempotencyKey: key(), reason: "x" });
    return check(ticket.qrText);
  },
  wrongDay: async () => check((await sold({ visitDay: "2026-11-21" })).ticket.qrText),
  tooEarly: async () => check((await sold({ lines: [{ entryFrom: "13:00" }] })).ticket.qrText),
  tooLate: async () => check((await sold({ lines: [{ slot: "09:00-11:00" }] })).ticket.qrText),
  wrongPark: async () => check((await sold()).ticket.qrText, { gateId: grounds.farGateId }),
  wrongGate: async () =>
    check((await sold({ lines: [{ gateGroupId: grounds.groupId }] })).ticket.qrText, { gateId: grounds.sideGateId }),
  alreadyUsed: async () => {
    const { ticket } = await sold();
    await check(ticket.qrText);
    return check(ticket.qrText);
  },
  usedUp: async () => check((await sold({ lines: [{ admissions: 3 }] })).ticket.qrText, { people: 4 }),
  tooSoon: async () => {
    const { ticket } = await sold({ lines: [{ admissions: 3, passInterval: 30 }] });
    await check(ticket.qrText);
    return check(ticket.qrText);
  },
  dayLimit: async () => {
    const { ticket } = await sold({ lines: [{ admissions: 3, rules: { perDay: 1 } }] });
    await check(ticket.qrText);
    return check(ticket.qrText);
  },
  groupLimit: async () => {
    const { ticket } = await sold({ lines: [{ admissions: 3, rules: { perGroup: 1 } }] });
    await check(ticket.qrText);
    return check(ticket.qrText);
  },
  reentryOver: async () => {
    const { ticket } = await sold({ lines: [{ rules: { reentry: "times", reentries: 1 } }] });
    for (const gateId of [grounds.gateId, grounds.outGateId, grounds.sideGateId, grounds.outGateId])
      expect((await check(ticket.qrText, { gateId })).data.reason).toBe("ok");
    return check(ticket.qrText);
  },
  notInside: async () => {
    const { ticket } = await sold();
    await check(ticket.qrText);
    await check(ticket.qrText, { gateId: grounds.outGateId });
    return check(ticket.qrText, { gateId: grounds.outGateId });
  },
  identityMismatch: async () => {
    const { ticket } = await sold({ lines: [{ holderIdentity: identity }] });
    return check(otherIdentity, { ticketId: ticket.id });
  },
  restricted: async () => {
    const holder = withCheckDigit("33010619900101101");
    const { ticket } = await sold({ lines: [{ holderIdentity: holder }] });
    const restriction = {
      name: "某人",
      document: "resident",
      identity: holder,
      untilDay: "2026-11-20",
      reason: "攀爬文物",
    };
    await backend.call(restrictedVisitor.methods.save, restriction as never);
    return check(ticket.qrText);
  },
  closed: async () => {
    await backend.sql(
      `insert into closure (corp_code, reason, park_id, slot, first_day, last_day, status)
       values ($1, '暴雨', $2, '10:30-13:30', '2026-11-20', '2026-11-20', 'inForce')`,
      [grounds.corpCode, grounds.parkId],
    );
    return check((await sold({ lines: [{ slot: "10:30-13:30" }] })).ticket.qrText);
  },
  full: async () => {
    await check((await sold()).ticket.qrText);
    const limit = "insert into park_capacity (corp_code, park_id, day_max, moment_max) values ($1, $2, 9000, 1)";
    await backend.sql(limit, [grounds.corpCode, grounds.parkId]);
    const answer = await check((await sold()).ticket.qrText);
    await backend.sql("delete from park_capacity where park_id = $1", [grounds.parkId]);
    return answer;
  },
  ambiguous: async () => {
    const holderIdentity = withCheckDigit("11010520000101101");
    await sold({ lines: [{ quantity: 2, holderIdentity }] });
    return check(holderIdentity);
  },
};

describe("verdicts", () => {
  it.each(Object.keys(reached) as (keyof typeof reached)[])(
    "%s is reached, explained, and recorded",
    async (reason) => {
      const { data } = await reached[reason]();
      expect(data.reason, data.message).toBe(reason);
      expect(data.message.length).toBeGreaterThan(6);
      expect(data.admitted).toBe(reason === "ok" || reason === "forced");
      const [attempt] = await backend.sql("select reason, admitted, message from passage order by id desc limit 1");
      expect(attempt).toEqual({ reason, admitted: data.admitted, message: data.message });
    },
  );

  it("speaks the caller's language", async () => {
    const { ticket } = await sold({ visitDay: "2026-11-21" });
    const payload = { idempotencyKey: key(), gateId: grounds.gateId, code: ticket.qrText };
    const answer = await backend.call(checkTicket, payload, { language: "en" });
    expect(answer.data.message).toBe("This ticket is for 2026-11-21; today is 2026-11-20");
  });
});

describe("admitting", () => {
  it("n of m: a ticket for five takes two, then three, and no more; the order follows", async () => {
    const { orderId, ticket } = await sold({ lines: [{ quantity: 1, admissions: 5 }] });
    expect((await check(ticket.ticketNo, { people: 2 })).data).toMatchObject({
      passed: 2,
      ticket: { used: 2, left: 3 },
    });
    expect(await stateOf(orderId)).toBe("partlyFulfilled");
    expect((await check(ticket.ticketNo, { people: 4 })).data).toMatchObject({ admitted: false, reason: "usedUp" });
    expect((await check(ticket.ticketNo, { people: 3 })).data).toMatchObject({
      passed: 3,
      ticket: { used: 5, left: 0 },
    });
    expect(await stateOf(orderId)).toBe("fulfilled");
  });

  it("two gates at once with a ticket for one: one passage, the other told where it was used", async () => {
    const { ticket } = await sold({ lines: [{ quantity: 1 }] });
    const gates = [grounds.gateId, grounds.sideGateId];
    const answers = await race(backend, 2, (n) => check(ticket.qrText, { gateId: gates[n] ?? 0 }));
    expect(answers.map(({ data }) => data.admitted).sort()).toEqual([false, true]);
    expect(answers.map(({ data }) => data.reason).sort()).toEqual(["alreadyUsed", "ok"]);
    expect(await backend.sql("select sum(entries)::int as n from passage where ticket_id = $1", [ticket.id])).toEqual([
      { n: 1 },
    ]);
  });

  it("the same key twice is one passage and one answer", async () => {
    const { ticket } = await sold();
    const idempotencyKey = key();
    const [first, second] = await race(backend, 2, () => check(ticket.qrText, { idempotencyKey }));
    expect(second?.data).toEqual(first?.data);
    expect(first?.data.admitted).toBe(true);
    expect(await backend.sql("select count(*)::int as n from passage where ticket_id = $1", [ticket.id])).toEqual([
      { n: 1 },
    ]);
  });

  it("an order number admits all its tickets, or as many as asked for", async () => {
    const sale = await sold({ lines: [{ quantity: 4 }] });
    expect((await check(sale.orderNo, { people: 3 })).data).toMatchObject({ admitted: true, passed: 3 });
    expect((await check(sale.orderNo, { people: 2 })).data).toMatchObject({ admitted: false, reason: "usedUp" });
    expect((await check(sale.orderNo.toLowerCase())).data).toMatchObject({ admitted: true, passed: 1 });
    expect(await stateOf(sale.orderId)).toBe("fulfilled");
    expect((await check(sale.orderNo)).data).toMatchObject({ admitted: false, reason: "alreadyUsed" });
  });

  it("some of an order's tickets of several types: which ones is asked, and answered by the ticket", async () => {
    const sale = await sold({ lines: [{ quantity: 2 }, { quantity: 1, name: "儿童票" }] });
    const { data } = await check(sale.orderNo, { people: 1 });
    expect(data).toMatchObject({ admitted: false, reason: "ambiguous" });
    expect(data.candidates).toHaveLength(3);
    const chosen = sale.tickets[2]?.id ?? 0;
    expect((await check(sale.orderNo, { people: 1, ticketId: chosen })).data).toMatchObject({
      admitted: true,
      ticket: { id: chosen, ticketTypeName: "儿童票" },
    });
  });

  it("the way out takes no entry and needs one before", async () => {
    const { ticket } = await sold();
    expect((await check(ticket.qrText, { gateId: grounds.outGateId })).data.reason).toBe("wrongGate");
    await check(ticket.qrText);
    expect((await check(ticket.qrText, { gateId: grounds.outGateId })).data).toMatchObject({ admitted: true });
  });

  it("a forced pass needs the right and a reason, never overrules a refund, and takes no entry that is not there", async () => {
    const { ticket } = await sold({ lines: [{ quantity: 1 }] });
    await check(ticket.qrText);
    const { token } = await keeper();
    const force = { force: true, forceReason: "闸机故障" };
    const lacking = await check(ticket.qrText, force, token);
    // A field's error, so that the desk keeps the ticket and the reason.
    expect([lacking.status, lacking.errors?.forceReason?.[0]]).toEqual([
      422,
      expect.stringContaining("“强制放行”权限"),
    ]);
    expect((await check(ticket.qrText, { force: true })).status).toBe(422);
    expect((await check(ticket.qrText, force)).data).toMatchObject({
      reason: "forced",
      passed: 1,
      ticket: { used: 1 },
    });
    const other = await sold({ lines: [{ quantity: 1 }] });
    await backend.call(refundOrder, { orderId: other.orderId, idempotencyKey: key(), reason: "x" });
    expect((await check(other.ticket.qrText, force)).data).toMatchObject({ admitted: false, reason: "refunded" });
  });

  it("needs the right, a gate of the corp, and finds no other corp's ticket", async () => {
    const { ticket } = await sold();
    const viewer = await backend.createUser({ grants: ["tktChevkPage"] });
    expect((await check(ticket.qrText, {}, viewer.token)).status).toBe(403);
    expect((await check(ticket.qrText, { gateId: 999_999 })).status).toBe(404);
    await backend.sql("insert into corp (corp_code, name) values ('0009', '别家') on conflict do nothing");
    const far = await createGrounds(backend, "0009");
    const foreign = await sell(backend, far);
    expect((await check(foreign.tickets[0]?.qrText ?? "")).data.reason).toBe("unknown");
    expect((await check(ticket.qrText, { gateId: far.gateId })).status).toBe(404);
  });

  it("a check that fails half-way leaves nothing, and may be sent again", async () => {
    const { orderId, ticket } = await sold();
    await backend.sql(`create or replace function refuse_passage() returns trigger language plpgsql as
      $$ begin raise exception 'line cut'; end $$`);
    await backend.sql("create trigger cut before insert on passage for each row execute function refuse_passage()");
    const idempotencyKey = key();
    expect((await check(ticket.qrText, { idempotencyKey })).status).toBe(500);
    await backend.sql("drop trigger cut on passage");
    expect(await stateOf(orderId)).toBe("paid");
    expect((await check(ticket.qrText, { idempotencyKey })).data).toMatchObject({ admitted: true, passed: 1 });
  });

  it("control: the admission without its condition lets two in on a ticket for one", async () => {
    const { ticket } = await sold({ lines: [{ quantity: 1 }] });
    const stale = 0;
    const unguarded = "update ticket set state = 'used', used = $2::int + 1 where id = $1 returning id";
    const guarded = `${unguarded.replace(" returning id", "")} and used = $2 and used + 1 <= admissions returning id`;
    const both = [await backend.sql(unguarded, [ticket.id, stale]), await backend.sql(unguarded, [ticket.id, stale])];
    expect(both.map((rows) => rows.length)).toEqual([1, 1]);
    await backend.sql("update ticket set state = 'issued', used = 0 where id = $1", [ticket.id]);
    const one = [await backend.sql(guarded, [ticket.id, stale]), await backend.sql(guarded, [ticket.id, stale])];
    expect(one.map((rows) => rows.length)).toEqual([1, 0]);
    await backend.sql("update ticket set state = 'issued', used = 0 where id = $1", [ticket.id]);
  });
});

describe("reversing", () => {
  it("a new row gives the entries back; state, line and order go back; once only", async () => {
    const { orderId, ticket } = await sold({ lines: [{ quantity: 1, admissions: 3 }] });
    const first = await check(ticket.qrText, { people: 1 });
    const second = await check(ticket.qrText, { people: 2 });
    expect(await stateOf(orderId)).toBe("fulfilled");
    const back = async (passageId: number) => backend.call(reversePassage, { passageId, reason: "误检" });
    const secondId = second.data.passageIds[0] ?? 0;
    expect((await back(secondId)).status).toBe(200);
    expect(await stateOf(orderId)).toBe("partlyFulfilled");
    expect(await backend.sql("select used, state from ticket where id = $1", [ticket.id])).toEqual([
      { used: 1, state: "partlyUsed" },
    ]);
    expect(await back(secondId)).toMatchObject({ status: 409, message: "这次通行已经撤销过了" });
    expect((await back(first.data.passageIds[0] ?? 0)).status).toBe(200);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await backend.sql("select state, last_passed_at from ticket where id = $1", [ticket.id])).toEqual([
      { state: "issued", last_passed_at: null },
    ]);
    const detail = await backend.call(ticketDetail, { id: ticket.id, logPage: 1 });
    const { log } = detail.data;
    expect(log.changes.map(({ kind }) => kind)).toEqual(["event", "event", "event", "event", "event"]);
    expect(log.changes.filter(({ event }) => event?.title.includes("撤销在") && event.detail === "误检")).toHaveLength(
      2,
    );
  });

  it("refused attempts, reversals and unknown passages are not reversible; the right is asked for", async () => {
    const { ticket } = await sold({ visitDay: "2026-11-21" });
    const refused = await check(ticket.qrText);
    const passageId = refused.data.passageIds[0] ?? 0;
    expect((await backend.call(reversePassage, { passageId, reason: "x" })).status).toBe(409);
    expect((await backend.call(reversePassage, { passageId: 9_999_999, reason: "x" })).status).toBe(404);
    const { token } = await keeper();
    expect((await backend.call(reversePassage, { passageId, reason: "x" }, { as: token })).status).toBe(403);
  });
});

describe("the desk", () => {
  it("shows the gate's last attempts and the day's numbers", async () => {
    const other = await createGrounds(backend);
    const { ticket } = await sold();
    await check(ticket.qrText, { gateId: other.gateId });
    const own = await sell(backend, other);
    const passed = await check(own.tickets[0]?.qrText ?? "", { gateId: other.gateId });
    const desk = await backend.call(getCheckDesk, { gateId: other.gateId });
    expect(desk.data).toMatchObject({ gateId: other.gateId, today: { admitted: 1, refused: 1 } });
    expect(desk.data.recent.map(({ admitted, reason }) => ({ admitted, reason }))).toEqual([
      { admitted: true, reason: "ok" },
      { admitted: false, reason: "wrongPark" },
    ]);
    await backend.call(reversePassage, { passageId: passed.data.passageIds[0] ?? 0, reason: "误检" });
    const after = await backend.call(getCheckDesk, { gateId: other.gateId });
    expect(after.data.today).toEqual({ admitted: 0, refused: 1 });
    expect(after.data.recent[0]).toMatchObject({ reversed: true });
  });
});
