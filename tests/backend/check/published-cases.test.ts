/** The server passes the tables of cases that are published for gate software: what was scanned, signed codes, the plan of a day. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { gate } from "~/contract/ticket/gate";
import { deviceBegin, devicePackage } from "~/contract/ticket/gate-device";
import { hashOf } from "~server/backend/business/ticket/device-package";
import { createGrounds, type Grounds, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { codeCases, packageCases, signedCases } from "~tests/support/gate-cases";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
let grounds: Grounds;
const noon = new Date("2026-11-20T12:00:00+08:00");
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(noon);
  grounds = await createGrounds(backend);
});
afterAll(() => backend.close());

const check = async (code: string) =>
  (await backend.call(checkTicket, { idempotencyKey: fresh("published"), gateId: grounds.gateId, code })).data;

describe("what was scanned", () => {
  const shownOf = async () =>
    (await backend.sql<{ code: string }>("select code from passage order by id desc limit 1"))[0]?.code;
  it.each(codeCases.filter(({ value }) => value !== ""))("$name", async ({ scanned, shown }) => {
    expect((await check(scanned)).admitted).toBe(false);
    expect(await shownOf()).toBe(shown);
  });

  const column = { qr: "qr_text", ticketNo: "ticket_no", identity: "holder_identity" } as const;
  const found = codeCases.filter(({ kind, name }) => kind in column && !name.includes("too short"));
  it.each(found)("finds its ticket: $name", async ({ scanned, kind, value }) => {
    const { tickets } = await sell(backend, grounds, { lines: [{ quantity: 1 }] });
    const [id, of] = [tickets[0]?.id ?? 0, column[kind as keyof typeof column]];
    const passport = kind === "identity" && value.length < 18;
    // Whoever had it in an earlier case has something else now.
    const before = {
      qr: "'Q' || lpad(id::text, 26, '0')",
      ticketNo: "'TK' || lpad(id::text, 15, '0')",
      identity: "''",
    };
    await backend.sql(`update ticket set ${of} = ${before[kind as keyof typeof column]} where ${of} = $1`, [value]);
    await backend.sql(`update ticket set ${of} = $2, holder_document = $3, holder_country = $4 where id = $1`, [
      ...[id, value, passport ? "passport" : "resident", passport ? "DEU" : ""],
    ]);
    expect(await check(scanned)).toMatchObject({ admitted: true, ticket: { id } });
  });
});

describe("a signed code", () => {
  beforeAll(async () => {
    const { keys, withdrawn, ticketNo, validFrom, validTo } = signedCases;
    const put =
      "insert into ticket_key (corp_code, key_no, public_key, private_key, made_at, made_by, withdrawn_at) values ('0001', $1, $2, '', now(), '', $3)";
    for (const { no, publicKey } of keys) await backend.sql(put, [no, publicKey, null]);
    for (const { no, publicKey } of withdrawn) await backend.sql(put, [no, publicKey, noon]);
    const sale = await sell(backend, grounds, { lines: [{ quantity: 1, admissions: 100 }] });
    await backend.sql("update ticket set ticket_no = $2, valid_from = $3, valid_to = $4 where id = $1", [
      ...[sale.tickets[0]?.id, ticketNo, validFrom, validTo],
    ]);
  });

  it.each(signedCases.cases)("$name", async ({ scanned, at, expect: reason }) => {
    backend.setNow(new Date(at));
    const verdict = await check(scanned);
    backend.setNow(noon);
    expect(verdict.reason).toBe(reason);
    expect(verdict.ticket?.ticketNo).toBe(reason === "unknown" ? undefined : signedCases.ticketNo);
  });
});

describe("the plan of a day", () => {
  it.each(packageCases.hashes)("the hash of $code", ({ code, hash }) => {
    expect(hashOf(packageCases.salt, code)).toBe(hash);
  });

  it("has the parts that the table has, and what is a ticket there is one here", async () => {
    await sell(backend, grounds, { lines: [{ quantity: 1 }] });
    const { data } = await backend.call(deviceBegin, {}, { as: "" });
    const pairing = { id: grounds.gateId, idempotencyKey: fresh("pair"), pairingCode: data.code, calledAs: "手机" };
    await backend.call(gate.methods.pair, pairing as never);
    const asked = { token: data.token, day: "2026-11-20", of: "tickets", masked: true };
    const told = (await backend.call(devicePackage, asked as never, { as: "" })).data;
    const published = packageCases.parts["the day"];
    expect(Object.keys(told)).toEqual(expect.arrayContaining(Object.keys(published ?? {})));
    const [here, there] = [told.tickets[0], published?.tickets[0]];
    expect(Object.keys(here ?? {}).toSorted()).toEqual(Object.keys(there ?? {}).toSorted());
    expect(Object.keys(here?.facts ?? {}).toSorted()).toEqual(Object.keys(there?.facts ?? {}).toSorted());
  });
});
