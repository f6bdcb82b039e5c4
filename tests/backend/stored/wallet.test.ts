/** Stored-value cards on phones: links nobody guesses, what a link shows, codes that change and pay once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueWallet, walletCard } from "~/contract/card/wallet";
import { readWalletCode, walletText } from "~/contract/card/wallet-code";
import { smartCard } from "~/contract/stored/card";
import { storedCounter } from "~/contract/stored/counter";
import { issueStoredWallet, revokeStoredWallet } from "~/contract/stored/wallet";
import { checkTicket } from "~/contract/ticket/check";
import { quoteSale, sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const later = (seconds: number) => backend.setNow(new Date(friday.getTime() + seconds * 1_000));
const active = async (fields: Record<string, unknown> = {}, amount = 60_000) =>
  shop.sold(await shop.addType({ wallet: true, walletRotates: true, ...fields }), { amount });
const issue = async (cardId: number) => {
  const { data, message } = await backend.call(issueStoredWallet, { cardId });
  if (!data) throw new Error(message);
  return new URLSearchParams(data.path.split("?")[1]).get("t") ?? "";
};
let address = 0;
const look = async (token: string, corpCode = "0001") => {
  address += 1;
  const payload = { corpCode, token, clientAddress: `10.1.0.${address}` };
  return (await backend.call(walletCard, payload, { as: "" })).data;
};
const codeOf = async (token: string) => (await look(token)).card?.code ?? "";
const find = async (typed: string) => (await backend.call(storedCounter, { find: typed })).data;
const today = "2026-11-20";
const sale = (accountNo: string, more: Record<string, unknown> = {}) => ({
  ...{ visitDay: today, lines: [{ ticketTypeId: shop.park.adultId, quantity: 1 }] },
  ...{ paymentType: "storedCard", accountNo, ...more },
});
const buy = (accountNo: string) =>
  backend.call(sellTickets, { ...sale(accountNo), idempotencyKey: fresh("buy-key") } as never);
const held = async (id: number) =>
  (await backend.sql("select principal::int, gift::int from stored_card where id = $1", [id]))[0];

describe("a link", () => {
  test("shows balances, last movements and validity; asking changes nothing; the database has its hash alone", async () => {
    const { id, number } = await active({ months: 12 });
    await backend.call(methods.spend, { id, amount: 1_000, what: null } as never);
    const token = await issue(id);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(JSON.stringify(await backend.sql("select * from stored_wallet"))).not.toContain(token);
    const audits = await backend.sql(
      "select to_jsonb(a)::text as row from audit_log a where method = 'issueStoredWallet'",
    );
    expect(audits).toHaveLength(1);
    expect(JSON.stringify(audits)).not.toContain(token);
    const before = await digests(backend);
    const { card } = await look(token);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect(card).toMatchObject({ typeName: "青云储值卡", stateName: "有效", good: true, pays: true, seconds: 30 });
    expect(card?.fields.map(({ label, value }) => `${label}：${value}`)).toEqual([
      ...["持卡人：王秀英", "有效期：2026-11-20 至 2027-11-19 有效", "本金：¥590.00", "赠送金：¥80.00"],
    ]);
    expect(card?.movements.map(({ kind, change }) => [kind, change])).toEqual([
      ["消费（本金）", -1_000],
      ["充值赠送", 8_000],
      ["充值", 60_000],
    ]);
    expect(JSON.stringify(card)).not.toContain(number);
  });

  test("of a type that does not show what is on it: neither balances nor movements", async () => {
    const { id } = await active({ walletBalance: false });
    const { card } = await look(await issue(id));
    expect(card?.fields.map(({ label }) => label)).toEqual(["持卡人", "有效期"]);
    expect(card?.movements).toEqual([]);
  });

  test("a lost card shows nothing but that; found again everything; an expired one shows its balance and no code", async () => {
    const { id } = await active({ months: 1 });
    const token = await issue(id);
    await backend.call(methods.reportLoss, { id, reason: null });
    expect((await look(token)).card).toMatchObject({
      ...{ good: false, stateName: "挂失冻结", fields: [], movements: [], code: "", seconds: 0 },
    });
    await backend.call(methods.found, { id });
    expect((await look(token)).card).toMatchObject({ good: true });
    later(40 * 86_400);
    const { card } = await look(token);
    expect(card).toMatchObject({ good: false, code: "" });
    expect(card?.fields.map(({ value }) => value)).toContain("¥600.00");
  });

  test("given out anew the old one opens nothing; taken back neither; by its type, its state and its right alone", async () => {
    const { id } = await active();
    const [first, second] = [await issue(id), await issue(id)];
    expect([(await look(first)).card, (await look(second)).card !== null]).toEqual([null, true]);
    expect((await look(second, "9999")).card).toBeNull();
    expect((await backend.call(revokeStoredWallet, { cardId: id })).success).toBe(true);
    expect((await look(second)).card).toBeNull();
    expect((await backend.call(revokeStoredWallet, { cardId: id })).message).toBe("这张卡没有发过电子卡");
    const plain = await active({ wallet: false, walletRotates: false });
    expect((await backend.call(issueStoredWallet, { cardId: plain.id })).message).toContain("不发电子卡");
    const stocked = await shop.stock(await shop.addType({ wallet: true }));
    expect((await backend.call(issueStoredWallet, { cardId: stocked.id })).message).toBe("有效的储值卡才能发电子卡");
    const clerk = await backend.createUser({ grants: ["smartCardList"] });
    expect((await backend.call(issueStoredWallet, { cardId: id }, { as: clerk.token })).status).toBe(403);
    expect((await backend.call(issueWallet, { cardId: id })).success).toBe(false);
    const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
    expect((await backend.call(issueStoredWallet, { cardId: id }, { as })).status).toBe(404);
  });

  test("is opened thirty times a minute at most, and who guesses links is turned away", async () => {
    const token = await issue((await active()).id);
    for (let n = 0; n < 30; n += 1) expect((await look(token)).tooOften).toBe(false);
    expect(await look(token)).toEqual({ tooOften: true, card: null });
    const guess = (n: number) =>
      backend.call(walletCard, { corpCode: "0001", token: `none-${n}`, clientAddress: "10.9.9.9" }, { as: "" });
    for (let n = 0; n < 20; n += 1) expect((await guess(n)).data.tooOften).toBe(false);
    expect((await guess(20)).data.tooOften).toBe(true);
  });
});

describe("a code that changes", () => {
  test("finds its card at the counter while it is fresh; a screenshot, a made-up mark and another kind's find nothing", async () => {
    const { id } = await active();
    const token = await issue(id);
    const code = await codeOf(token);
    expect(code).toMatch(/^WS\./);
    expect((await find(code)).card?.id).toBe(id);
    expect((await find(` ${code.toLowerCase()}`)).card?.id).toBe(id);
    const read = readWalletCode(code, "WS");
    if (!read) throw new Error(code);
    const forged = walletText({ ...read, mark: "0".repeat(20) }, "WS");
    expect(await find(forged)).toMatchObject({ card: null, findWhyNot: "没有找到" });
    expect((await find(walletText(read))).card).toBeNull();
    later(75);
    expect(await find(code)).toMatchObject({ card: null, findWhyNot: expect.stringContaining("付款码已过期") });
    expect(await codeOf(token)).not.toBe(code);
    await backend.call(revokeStoredWallet, { cardId: id });
    backend.setNow(friday);
    expect((await find(code)).findWhyNot).toContain("已收回");
  });

  test("pays at a till once: the second time, and after its moments, it is refused and nothing moves", async () => {
    const { id } = await active();
    const token = await issue(id);
    const code = await codeOf(token);
    const quoted = await backend.call(quoteSale, sale(code) as never);
    expect(quoted.data.whyNot).toBe("");
    expect(await held(id)).toEqual({ principal: 60_000, gift: 8_000 });
    // The customer still looks for small money: what was read fresh pays a little later.
    later(120);
    expect((await buy(code)).message).toBe("");
    expect(await held(id)).toEqual({ principal: 52_000, gift: 8_000 });
    const before = await digests(backend);
    expect((await buy(code)).success).toBe(false);
    later(125);
    const again = await backend.call(quoteSale, sale(code) as never);
    expect(JSON.stringify(again)).toContain("这个付款码刚刚用过");
    expect(changed(before, await digests(backend))).toEqual([]);
    later(900);
    const fresher = await codeOf(token);
    expect((await buy(fresher)).message).toBe("");
  });

  test("two tills take one code at once: it pays once", async () => {
    const { id } = await active();
    const code = await codeOf(await issue(id));
    const all = await race(backend, 2, () => buy(code));
    expect(all.filter(({ success }) => success)).toHaveLength(1);
    expect(await held(id)).toEqual({ principal: 52_000, gift: 8_000 });
  });

  test.runIf(raceIsReal)("control: where the step is not kept it pays twice", async () => {
    const { id } = await active();
    const code = await codeOf(await issue(id));
    await backend.sql(`
      create function forget_step() returns trigger language plpgsql as $$ begin new.last_step := 0; return new; end $$;
      create trigger forget before update on stored_wallet for each row execute function forget_step()`);
    expect((await race(backend, 2, () => buy(code))).map(({ success }) => success)).toEqual([true, true]);
    expect(await held(id)).toEqual({ principal: 44_000, gift: 8_000 });
    await backend.sql("drop trigger forget on stored_wallet");
  });

  const spendBy = (id: number, code: string, amount = 1_000) =>
    backend.call(methods.spend, { id, amount, what: null, code } as never);

  test("pays at the counter once: used up there it pays neither there nor at a till again", async () => {
    const { id } = await active();
    const token = await issue(id);
    const code = await codeOf(token);
    expect((await find(code)).card?.id).toBe(id);
    // The amount is typed and told meanwhile.
    later(100);
    expect((await spendBy(id, code)).message).toBe("");
    const before = await digests(backend);
    expect((await find(code)).findWhyNot).not.toBe("");
    expect((await spendBy(id, code)).errors).toEqual({ code: [expect.stringContaining("这个付款码刚刚用过")] });
    expect((await buy(code)).success).toBe(false);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect(await held(id)).toEqual({ principal: 59_000, gift: 8_000 });
    later(600);
    expect((await spendBy(id, code)).errors).toHaveProperty("code");
    expect((await spendBy(id, await codeOf(token))).message).toBe("");
  });

  test("of another card, of none, or for what the card does not bear: nothing is taken and it stays good", async () => {
    const [one, other] = [await active(), await active()];
    const code = await codeOf(await issue(one.id));
    const before = await digests(backend);
    expect((await spendBy(other.id, code)).errors).toEqual({ code: ["这个付款码是另一张卡的"] });
    expect((await spendBy(one.id, "WS.1.2.3")).errors).toEqual({ code: ["这不是储值卡的付款码"] });
    expect((await spendBy(one.id, code, 900_000)).success).toBe(false);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await spendBy(one.id, code)).message).toBe("");
  });

  /**
   * The counter has used the code and not committed when the till comes, which waits for it.
   * Answers who was paid. `forgets`: what the counter used is not kept.
   */
  const counterThenTill = async (forgets: boolean) => {
    const { id } = await active();
    const code = await codeOf(await issue(id));
    const { pool } = backend.database;
    const keeper = await pool.connect();
    const waiting =
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const until = async (people: number) => {
      const last = Date.now() + 20_000;
      while ((await keeper.query(waiting)).rows[0].n < people && Date.now() < last)
        await keeper.query("select pg_sleep(0.01)");
    };
    try {
      await keeper.query(`
        create or replace function at_the_gate() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(${gate}); ${forgets ? "new.last_step := old.last_step;" : ""} return new; end $$;
        create trigger gate before update on stored_wallet for each row execute function at_the_gate()`);
      await keeper.query("select pg_advisory_lock($1)", [gate]);
      const counter = spendBy(id, code);
      await until(1);
      const till = buy(code);
      await until(2);
      await keeper.query("select pg_advisory_unlock($1)", [gate]);
      const [atCounter, atTill] = await Promise.all([counter, till]);
      return { paid: [atCounter.success, atTill.success], said: atTill.message, held: await held(id) };
    } finally {
      await keeper.query("drop trigger gate on stored_wallet");
      keeper.release();
    }
  };
  const gate = 20_261_121;

  test.runIf(raceIsReal)("counter and till take one code at once: the counter is paid, the till is told", async () => {
    expect(await counterThenTill(false)).toEqual({
      ...{ paid: [true, false], said: expect.stringContaining("这个付款码刚刚用过") },
      held: { principal: 59_000, gift: 8_000 },
    });
  });

  test.runIf(raceIsReal)("control: where the counter's use is not kept both are paid by one code", async () => {
    const { paid, held: left } = await counterThenTill(true);
    expect([paid, left]).toEqual([[true, true], { principal: 51_000, gift: 8_000 }]);
  });

  test("of a lost card it neither pays nor is it shown; of a type whose code stays it is the number", async () => {
    const { id } = await active();
    const code = await codeOf(await issue(id));
    await backend.call(methods.reportLoss, { id, reason: null });
    expect((await buy(code)).success).toBe(false);
    const plain = await active({ walletRotates: false });
    expect(await codeOf(await issue(plain.id))).toBe(plain.number);
  });

  test("opens no gate: stored-value cards admit nobody", async () => {
    const code = await codeOf(await issue((await active()).id));
    const payload = { idempotencyKey: fresh("gate-key"), gateId: shop.park.gateId, code };
    const { data } = await backend.call(checkTicket, payload);
    expect(data).toMatchObject({ reason: "unknown" });
  });
});
