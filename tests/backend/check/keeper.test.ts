/** What a verdict tells the keeper beside yes and no: the last passage, the holder, whether they may override it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { createGrounds, type Grounds, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
let grounds: Grounds;
const identity = "11010519491231002X";
const at = (time: string) => backend.setNow(new Date(`2026-11-20T${time}:00+08:00`));
beforeAll(async () => {
  backend = await openTestBackend();
  at("12:00");
  grounds = await createGrounds(backend);
});
afterAll(() => backend.close());

const check = async (code: string, as: string, extra: object = {}) =>
  (await backend.call(checkTicket, { idempotencyKey: fresh("keeper"), gateId: grounds.gateId, code, ...extra }, { as }))
    .data;
const grants = ["tktChevkPage", "tktChevkPage/check:pass"];
const ticketOf = async (holderIdentity = "") => {
  const sale = await sell(backend, grounds, { lines: [{ quantity: 1, ...(holderIdentity && { holderIdentity }) }] });
  return sale.tickets[0]?.qrText ?? "";
};

it("the passage before this one, with its gate and its age: none at first", async () => {
  const { token } = await backend.createUser({ grants });
  const code = await ticketOf();
  at("12:00");
  expect((await check(code, token)).ticket?.lastPass).toBeNull();
  at("12:02");
  const again = await check(code, token);
  expect([again.admitted, again.ticket?.lastPass]).toEqual([
    false,
    { at: "2026-11-20 12:00:00", gate: "东门一号", minutesAgo: 2 },
  ]);
});

it("the holder's number is masked; who may see it whole leaves a trace of it", async () => {
  const { token, id } = await backend.createUser({ grants });
  const trusted = await backend.createUser({ grants: [...grants, "offlineOrderList/sensitive:view"] });
  const looks = (account: number) =>
    backend.sql("select thing, after from audit_log where account_id = $1 and after ->> 'seen' = 'sensitive'", [
      account,
    ]);
  expect((await check(await ticketOf(identity), token)).ticket?.holderIdentity).toBe("110105********002X");
  expect(await looks(id)).toEqual([]);
  expect((await check(await ticketOf("44052419800101001X"), trusted.token)).ticket?.holderIdentity).toMatch(
    /^4405241980/,
  );
  expect(await looks(trusted.id)).toEqual([{ thing: "ticket", after: { seen: "sensitive" } }]);
});

it("an override is offered where the right and the reason allow it, and then does what it offered", async () => {
  const plain = await backend.createUser({ grants });
  const chief = await backend.createUser({ grants: [...grants, "tktChevkPage/check:force"] });
  const code = await ticketOf();
  expect((await check(code, chief.token)).mayForce).toBe(false);
  expect((await check(code, plain.token)).mayForce).toBe(false);
  const refused = await check(code, chief.token);
  expect([refused.reason, refused.mayForce]).toEqual(["alreadyUsed", true]);
  const forced = await check(code, chief.token, { force: true, forceReason: "同伴走失", ticketId: refused.ticket?.id });
  expect([forced.admitted, forced.reason]).toEqual([true, "forced"]);
  expect((await check("NOSUCHCODE", chief.token)).mayForce).toBe(false);
});
