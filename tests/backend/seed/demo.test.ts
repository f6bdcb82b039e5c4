import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offlineOrder } from "~/contract/order/order-lists";
import { refund } from "~/contract/order/refund-list";
import { isTicketNumber } from "~/contract/ticket/gate-rules/code";
import { priceCalendar } from "~/contract/ticket/price";
import { getCounter } from "~/contract/ticket/sale";
import { isIdentityNumber } from "~/contract/validators";
import { demoPassword, seedDemo } from "~server/backend/demonstration";
import { sayIn } from "~server/backend/seed/demo-words";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { saleOf } from "~tests/support/park";

let backend: TestBackend;
const now = new Date("2026-11-20T14:00:00+08:00");

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(now);
  await seedDemo(backend.database, now);
}, 300_000);
afterAll(() => backend.close());

const count = async (statement: string) => (await backend.sql<{ n: number }>(statement))[0]?.n ?? 0;

describe("the demonstration", () => {
  it("keeps every invariant", () => checkInvariants(backend));

  it("has departments and the people who work in them, operators among them; once", async () => {
    await seedDemo(backend.database, now);
    expect(await count("select count(*)::int as n from department")).toBe(12);
    expect(await count("select count(*)::int as n from employee")).toBeGreaterThan(35);
    expect(await count("select count(*)::int as n from employee where account_id is not null")).toBe(3);
    const staff = await backend.sql<{ identity: string }>("select identity from employee");
    expect(staff.every(({ identity }) => isIdentityNumber(identity))).toBe(true);
  });

  it("has the trade: agencies in every state, an agreement that ends soon, groups to come, visitors brought by guides", async () => {
    const states = await backend.sql("select status from travel_agency group by status");
    expect(states).toHaveLength(5);
    const soon = "agreement_until between '2026-11-20' and '2026-12-20'";
    expect(await count(`select count(*)::int as n from travel_agency where ${soon}`)).toBe(1);
    expect(await count("select count(*)::int as n from group_booking where agency_id is not null")).toBe(6);
    expect(await count("select count(*)::int as n from travel_order where guide_id is not null")).toBeGreaterThan(10);
    expect(await count("select count(*)::int as n from travel_price")).toBeGreaterThan(6);
    expect(await count("select face_value::int as n from reception_request where status = 'issued'")).toBeGreaterThan(
      0,
    );
    expect(await count("select sum(clawed)::int as n from guide_reward")).toBeGreaterThan(0);
  });

  it("looks like a real park: weekends fuller, days busy by hour, refunds, admissions, several ways of paying", async () => {
    expect(await count("select count(*)::int as n from orders")).toBeGreaterThan(3000);
    expect(await count("select count(distinct created_at::date)::int as n from orders")).toBeGreaterThanOrEqual(59);
    const perDay = async (condition: string) =>
      count(`select round(avg(n))::int as n from (
        select count(*) as n from orders where ${condition} group by (created_at at time zone 'Asia/Shanghai')::date) d`);
    const dow = "extract(isodow from created_at at time zone 'Asia/Shanghai')";
    const later = "created_at > '2026-10-12'";
    expect(await perDay(`${dow} >= 6 and ${later}`)).toBeGreaterThan(1.5 * (await perDay(`${dow} < 6 and ${later}`)));
    expect(await count("select count(distinct payment_type)::int as n from payment")).toBe(6);
    for (const state of ["waiting", "done", "rejected"]) {
      expect(await count(`select count(*)::int as n from refund where state = '${state}'`), state).toBeGreaterThan(0);
    }
    expect(await count("select count(*)::int as n from passage where not admitted")).toBeGreaterThan(20);
    for (const state of ["issued", "partlyUsed", "used", "refunded", "expired"]) {
      expect(await count(`select count(*)::int as n from ticket where state = '${state}'`), state).toBeGreaterThan(0);
    }
    expect(await count("select count(*)::int as n from orders where created_at > now()")).toBe(0);
    const tickets = await backend.sql<{ ticket_no: string; holder_identity: string }>("select * from ticket");
    expect(tickets.every(({ ticket_no }) => isTicketNumber(ticket_no))).toBe(true);
    const named = tickets.filter(({ holder_identity }) => holder_identity !== "");
    expect(named.length).toBeGreaterThan(50);
    expect(named.every(({ holder_identity }) => isIdentityNumber(holder_identity))).toBe(true);
  });

  it("its accounts sign in and go on where the story stands", async () => {
    const seller = await backend.signIn("seller", demoPassword);
    const { data } = await backend.call(getCounter, {}, { as: seller });
    expect(data.offers.length).toBeGreaterThanOrEqual(12);
    const offer = data.offers.find(({ code }) => code === "QYS-ADT");
    const { sellTickets } = await import("~/contract/ticket/sale");
    const sold = await backend.call(sellTickets, saleOf(offer?.ticketTypeId ?? 0), { as: seller });
    expect(sold).toMatchObject({ status: 200 });
    expect((await backend.call(offlineOrder.methods.list, {})).data.records[0]?.orderNo).toBe(sold.data.orderNo);
    expect((await backend.call(refund.methods.list, {})).data.count).toBeGreaterThan(50);
    expect((await backend.call(priceCalendar, { month: "2026-10" })).data.days[0]?.policyName).toBe("法定节假日价");
    await checkInvariants(backend);
  });

  it("has its names in English where that is asked for, people and orders too", async () => {
    const other = await openTestBackend();
    try {
      other.setNow(now);
      await seedDemo(other.database, now, "en", sayIn("en", "refuse"));
      const names = await other.sql<{ name: string }>(`
        select name from park union select address from park union select name from ticket_type union select name from gate
        union select name from gate_group union select name from pos union select name from quota_pool
        union select name from price_policy union select name from department union select name from employee
        union select position from employee union select name from account union select name from role
        union select contact_name from orders union select name from sub_order union select holder_name from ticket
        union select reason from refund union select name from locker_group union select name from select_policy
        union select name from sub_ticket_part union select name from activity_card union select name from combo
      `);
      const told = await other.sql<{ text: string }>("select title_en || ' ' || body_en as text from message");
      expect(told.length).toBeGreaterThan(3);
      names.push(...told.map(({ text }) => ({ name: text })));
      expect(names.length).toBeGreaterThan(200);
      expect(names.map(({ name }) => name).filter((name) => /\p{Script=Han}/u.test(name))).toEqual([]);
      await checkInvariants(other);
    } finally {
      await other.close();
    }
  });

  it("a phrase that no list has is refused where that is asked for; somebody's name is romanised", () => {
    const say = sayIn("en", "refuse");
    expect([say("王秀英"), say("周峰"), say("青云山风景区"), say("Desk 1"), say("新的说法", "A new phrase")]).toEqual([
      ...["Wang Xiuying", "Zhou Feng", "Qingyun Mountain Park", "Desk 1", "A new phrase"],
    ]);
    for (const unlisted of ["新的说法", "王府大街一号", "云"]) expect(() => say(unlisted)).toThrow(unlisted);
    expect(sayIn("en")("新的说法")).toMatch(/^[A-Z]/);
  });

  it("has messages for manager and seller that nobody has read, in both languages, each leading somewhere", async () => {
    const of = (accName: string) =>
      backend.sql<{ title: string; titleEn: string; body: string; bodyEn: string; link: string }>(
        `select m.title, m.title_en as "titleEn", m.body, m.body_en as "bodyEn", m.link
         from message m join account a on a.corp_code = m.corp_code and a.id = m.account_id
         where a.acc_name = $1 and m.read_at is null`,
        [accName],
      );
    for (const accName of ["manager", "seller"]) {
      const messages = await of(accName);
      expect(messages.length, accName).toBeGreaterThan(1);
      for (const { title, titleEn, body, bodyEn, link } of messages) {
        expect(title).toMatch(/退票 RF\d{14} (待审批|已通过|已驳回)$|协议/);
        expect([titleEn, bodyEn].join()).not.toBe([title, body].join());
        expect(link).toMatch(/^\/(message|travel)\//);
      }
    }
    // Settled as any other: whoever decides has no message about it any more.
    const [waiting] = await backend.sql<{ matter: string; state: string }>(
      "select m.matter, a.state from message m join approval a on m.matter = 'approval:' || a.id limit 1",
    );
    expect(waiting?.state).toBe("waiting");
  });

  it("a second start adds nothing", async () => {
    const before = await count("select count(*)::int as n from orders");
    // The administrator of a test has another password, so it is not told.
    const accounts = (await seedDemo(backend.database, now)).map(({ accName }) => accName);
    expect(accounts).toEqual(["manager", "seller", "gate"]);
    expect(await count("select count(*)::int as n from orders")).toBe(before);
  });
});
