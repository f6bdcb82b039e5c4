/** A thousand steps at random over season cards: states move by the rules alone, deposits are what their ledger says. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { identityOf, openShop } from "./support";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
});
afterAll(() => backend.close());

/** The same steps every time: a failure is found again. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** From which states a step leads where, written by hand; expiry may come before any of them. */
const rules: Readonly<Record<string, readonly string[]>> = {
  activate: ["sold>active"],
  loss: ["active>frozen"],
  found: ["frozen>active"],
  replace: ["frozen>replaced"],
  // One that ran out while it was reported lost is so again.
  renew: ["active>active", "expired>active", "expired>frozen"],
  upgrade: ["sold>sold", "active>active"],
  cancel: ["sold>cancelled", "active>cancelled", "frozen>cancelled", "expired>cancelled"],
  back: ["sold>cancelled", "active>cancelled", "frozen>cancelled", "expired>cancelled", "replaced>replaced"],
  gate: ["active>active"],
  night: ["sold>expired", "active>expired", "frozen>expired"],
};

test("states move by the rules, and money equals its ledgers, after a thousand random steps", {
  timeout: 300_000,
}, async () => {
  const shop = await openShop(backend);
  const dear = await shop.addType({ name: "通游年卡", price: 50_000, perDay: null });
  const types = [
    await shop.addType({ months: 2, upgrades: [{ toTypeId: dear }], perDay: null }),
    await shop.addType({ validity: "activation", months: 1, perDay: null }),
    dear,
  ];
  const { methods } = seasonCard;
  const random = randomOf(20_261_126);
  const people = Array.from({ length: 12 }, () => identityOf());
  const cards: { id: number; number: string; orderId: number }[] = [];
  const done: Record<string, number> = {};
  const broken: string[] = [];
  let day = 0;
  const worker = createWorker({
    database: backend.database,
    kinds: allKinds.filter(({ kind }) => kind === "expireCards"),
    now: () => new Date(friday.getTime() + day * 86_400_000),
  });
  const states = async () => {
    const rows = await backend.sql<{ id: number; status: string }>("select id::int, status from season_card");
    return new Map(rows.map(({ id, status }) => [id, status]));
  };
  let before = await states();

  for (let step = 0; step < 1_000; step += 1) {
    const card = cards[random(Math.max(1, cards.length))] ?? { id: 0, number: "none", orderId: 0 };
    const { id } = card;
    const what = random(100);
    const paid = { paymentType: ["cash", "wechat"][random(2)] ?? "cash", expected: null };
    if (what < 22) {
      const over = rules.night ?? [];
      const holders = [{ name: "持卡人", identity: people[random(people.length)] ?? "" }];
      const reply = await shop.sell(types[random(types.length)] ?? 0, { holders });
      expect([200, 409]).toContain(reply.status);
      if (reply.success) cards.push({ id: reply.data.cardId, number: reply.data.number, orderId: reply.data.orderId });
      await look("sell", reply.success ? ["none>sold", ...over] : over);
    } else if (what < 38) await press("activate", methods.activate, { id });
    else if (what < 48) await press("loss", methods.reportLoss, { id, reason: null });
    else if (what < 54) await press("found", methods.found, { id });
    else if (what < 62) {
      const reply = await press("replace", methods.replace, { id, number: null, ...paid }, ["none>active"]);
      if (reply.success) {
        const next = Number(reply.data.answer?.cardId);
        const [row] = await backend.sql<{ number: string }>("select number from season_card where id = $1", [next]);
        cards.push({ id: next, number: row?.number ?? "", orderId: card.orderId });
      }
    } else if (what < 70) await press("renew", methods.renew, { id, ...paid });
    else if (what < 75) await press("upgrade", methods.upgrade, { id, toTypeId: dear, ...paid });
    else if (what < 81) await press("cancel", methods.cancel, { id, reason: "退", expected: null });
    else if (what < 84)
      await press("back", refundOrder, { orderId: card.orderId, reason: "退", idempotencyKey: fresh("refund-key") });
    else if (what < 94)
      await press("gate", checkTicket, {
        ...{ gateId: shop.park.gateId, code: card.number, idempotencyKey: fresh("gate-check-key") },
      });
    else {
      day += 1 + random(20);
      backend.setNow(new Date(friday.getTime() + day * 86_400_000));
      await backend.sql("insert into job (corp_code, kind) values ('0001', 'expireCards')");
      await worker.drain();
      await look("night", rules.night ?? []);
    }
  }

  expect(broken).toEqual([]);
  expect(Object.keys(done).sort()).toEqual(
    ["activate", "back", "cancel", "found", "gate", "loss", "night", "renew", "replace", "sell", "upgrade"].sort(),
  );
  const deposits = await backend.sql(`
    select a.id
    from season_card_deposit a
    left join (
      select corp_code, season_card_deposit_id as id, sum(held_change) as held from card_ledger group by 1, 2
    ) l on l.corp_code = a.corp_code and l.id = a.id
    where a.held <> coalesce(l.held, 0) or a.held < 0`);
  expect(deposits).toEqual([]);
  const orders = await backend.sql(`
    select o.order_no
    from orders o
    join lateral (select sum(amount) as paid from payment p where p.corp_code = o.corp_code and p.order_id = o.id) p on true
    join lateral (
      select sum(amount) as sold, sum(amount) filter (where state = 'paid') as kept
      from season_card_charge h where h.corp_code = o.corp_code and h.order_id = o.id
    ) h on true
    where p.paid > h.sold or p.paid < coalesce(h.kept, 0)`);
  expect(orders).toEqual([]);
  await checkInvariants(backend);

  async function press(
    name: string,
    method: Parameters<TestBackend["call"]>[0],
    payload: object,
    also: readonly string[] = [],
  ) {
    const reply = await backend.call(method, payload as never);
    expect([200, 404, 409, 422]).toContain(reply.status);
    await look(name, [...(rules[name] ?? []), ...also], reply.success);
    return reply as { success: boolean; data: { answer?: Record<string, unknown> } };
  }

  /** What has moved since the last look moved by the rules of this step; of a refused one nothing did. */
  async function look(name: string, allowed: readonly string[], success = true): Promise<void> {
    const after = await states();
    const moved = [...after].flatMap(([id, status]) => {
      const was = before.get(id) ?? "none";
      return was === status ? [] : [`${was}>${status}`];
    });
    broken.push(...moved.filter((one) => !success || !allowed.includes(one)).map((one) => `${name}: ${one}`));
    // Something that came about, as far as it shows: a passage and a longer term leave the state.
    const counts = name === "sell" || name === "night" ? moved.length > 0 : success;
    if (counts) done[name] = (done[name] ?? 0) + 1;
    before = after;
  }
});
