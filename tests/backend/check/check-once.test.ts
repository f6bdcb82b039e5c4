/** A check takes its key with its answer: pressed twice, at once or later, somebody goes through once. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { createBackend } from "~server/backend/app";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

async function press(): Promise<{ idempotencyKey: string; gateId: number; code: string }> {
  const typeId = await park.addType({ admissions: 8 });
  const { orderId } = await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 1 }] });
  const [ticket] = await backend.sql<{ no: string }>("select ticket_no as no from ticket where order_id = $1", [
    orderId,
  ]);
  return { idempotencyKey: fresh("check-key"), gateId: park.gateId, code: ticket?.no ?? "" };
}

async function left(code: string): Promise<{ used: number; passages: number; keys: number }> {
  const [row] = await backend.sql<{ used: number; passages: number; keys: number }>(
    `select t.used, (select count(*)::int from passage p where p.ticket_id = t.id) as passages,
            (select count(*)::int from idempotency where method = $2) as keys
     from ticket t where t.ticket_no = $1`,
    [code, checkTicket.name],
  );
  if (!row) throw new Error("no such ticket");
  return row;
}

it("eight presses of one key at once are one passage, and all hear the same", async () => {
  const asked = await press();
  const { keys } = await left(asked.code);
  const replies = await race(backend, 8, () => backend.call(checkTicket, asked));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(replies[0]?.data).toMatchObject({ admitted: true, passed: 1, ticket: { used: 1, left: 7 } });
  expect(await left(asked.code)).toEqual({ used: 1, passages: 1, keys: keys + 1 });
});

it("control: where no answer is kept, the second press is not told what the first was", async () => {
  const served = allServed.map((one) =>
    one.method === checkTicket ? { ...one, method: { ...one.method, idempotent: false } } : one,
  );
  const asked = await press();
  const app = createBackend({ database: backend.database, served, now: () => friday });
  const told = async () => {
    const reply = await app.request("/ticket/dispatch", {
      method: "POST",
      body: new URLSearchParams({ method: checkTicket.name, ...asked, gateId: String(asked.gateId) }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", "access-token": backend.admin },
    });
    return ((await reply.json()) as { data: unknown }).data;
  };
  const first = await told();
  expect(first).toMatchObject({ admitted: true, ticket: { used: 1 } });
  expect(await told()).not.toEqual(first);
});

it("a second press hears the first answer also where it would be refused by now", async () => {
  const grants = ["tktChevkPage", "tktChevkPage/check:pass", "tktChevkPage/check:force"];
  const keeper = await backend.createUser({ grants });
  const asked = { ...(await press()), force: true, forceReason: "领导要求" };
  const first = await backend.call(checkTicket, asked, { as: keeper.token });
  expect(first.data.admitted).toBe(true);
  const before = await left(asked.code);
  await backend.sql(
    "delete from role_grant where button_code = 'check:force' and role_id in (select role_id from account_role where account_id = $1)",
    [keeper.id],
  );
  expect(await backend.call(checkTicket, asked, { as: keeper.token })).toEqual(first);
  const another = await backend.call(
    checkTicket,
    { ...asked, idempotencyKey: fresh("check-key") },
    { as: keeper.token },
  );
  expect([another.status, await left(asked.code)]).toEqual([422, before]);
});

it("one key with something else is refused, writes nothing, and the first answer is still given", async () => {
  const asked = await press();
  const first = await backend.call(checkTicket, asked);
  const before = await left(asked.code);
  const other = await backend.call(checkTicket, { ...asked, people: 2 });
  expect([other.status, await left(asked.code)]).toEqual([409, before]);
  expect(await backend.call(checkTicket, asked)).toEqual(first);
});

it("a refused press does not use the key up, and leaves nothing", async () => {
  const asked = await press();
  const before = await left(asked.code);
  const keeper = await backend.createUser({ grants: ["tktChevkPage", "tktChevkPage/check:pass"] });
  const forced = { ...asked, force: true, forceReason: "领导要求" };
  const refused = await backend.call(checkTicket, forced, { as: keeper.token });
  expect([refused.status, await left(asked.code)]).toEqual([422, before]);
  const passed = await backend.call(checkTicket, asked, { as: keeper.token });
  expect(passed.data.admitted).toBe(true);
  expect(await backend.call(checkTicket, asked, { as: keeper.token })).toEqual(passed);
});
