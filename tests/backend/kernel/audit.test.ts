/** What stands in the audit log of a payload, and how often. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { fieldSchema, mobile, secret, text } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { method } from "~/contract/method";
import { operator } from "~/contract/platform/operator";
import { methods } from "~/contract/registry";
import { park } from "~/contract/ticket/park";
import { sellTickets } from "~/contract/ticket/sale";
import { idempotencyKey, identityNumber, mobileNumber } from "~/contract/validators";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { secretsOf, unclassifiedNames, withoutSensitive } from "~server/backend/kernel/left-out";
import { serve } from "~server/backend/kernel/served";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, saleOf } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const entriesOf = (name: string) =>
  backend.sql<{ thing: string; after: unknown }>("select thing, after from audit_log where method = $1 order by id", [
    name,
  ]);

const visitor = z.object({ idNo: identityNumber, name: z.string() });
const pass = text({ label: m.org_identity, max: 20, mask: true });
const payload = z.object({
  passInterval: z.number(),
  passageKey: idempotencyKey,
  called: z.union([z.literal(""), mobileNumber]).optional(),
  word: fieldSchema(secret({ label: m.org_identity })).optional(),
  contact: fieldSchema(mobile({ label: m.org_identity })),
  nickname: fieldSchema(pass),
  visitors: z.array(visitor).default([]),
  byCode: z.record(z.string(), visitor).optional(),
  idempotencyKey: idempotencyKey.optional(),
});
const given = {
  passInterval: 3,
  passageKey: "gate-00001",
  called: "13812345678",
  word: "correct horse",
  contact: "13812345678",
  nickname: "甲",
  visitors: [{ idNo: "11010519491231002X", name: "丙" }],
  byCode: { a: { idNo: "11010519491231002X", name: "丁" } },
};

describe("what an entry leaves out comes from the payload's schema", () => {
  test("people's numbers, masked fields and secrets go, wherever they stand; what merely sounds so stays", () => {
    expect(withoutSensitive(payload, given)).toEqual({
      passInterval: 3,
      passageKey: "gate-00001",
      visitors: [{ name: "丙" }],
      byCode: { a: { name: "丁" } },
    });
    expect([...secretsOf(payload, given)]).toEqual(["correct horse"]);
  });

  test("a text whose name sounds secret or personal and whose schema says nothing is named", () => {
    const silent = z.object({
      idCard: z.string(),
      rows: z.array(z.object({ apiToken: z.string().trim().optional(), passed: z.boolean() })),
    });
    expect(unclassifiedNames(silent)).toEqual(["idCard", "apiToken"]);
    expect(unclassifiedNames(payload)).toEqual([]);
  });

  test("no method that leaves entries has such a text", () => {
    const audited = methods.filter(({ audit }) => audit);
    expect(audited.length).toBeGreaterThan(50);
    expect(audited.flatMap((one) => unclassifiedNames(one.payload).map((name) => `${one.name}.${name}`))).toEqual([]);
  });

  test("an entry of the kernel's own and one that a method writes keep no secret, as they are stored", async () => {
    const noteSilently = method("manage", "noteSilently", {
      payload,
      answer: z.object({}),
      access: "signedIn",
      writes: true,
    });
    const noteLoudly = method("manage", "noteLoudly", {
      payload,
      answer: z.object({}),
      access: "signedIn",
      writes: true,
    });
    const app = createBackend({
      database: backend.database,
      served: [
        serve(noteSilently, async () => ({})),
        serve(noteLoudly, async (call, { word, contact }) => {
          call.audit({ thing: "note", thingId: 1, label: "", before: { word }, after: { deep: [{ word, contact }] } });
          return {};
        }),
      ],
      now: () => new Date(),
    });
    for (const one of [noteSilently, noteLoudly]) {
      const answer = await app.request(defaultPaths.manage, {
        method: "POST",
        body: new URLSearchParams(encodePayload({ method: one.name, ...given })).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
      });
      expect(await answer.json()).toMatchObject({ success: true });
    }
    const [silent] = await entriesOf("noteSilently");
    expect(silent?.after).toMatchObject({ passInterval: 3, visitors: [{ name: "丙" }] });
    const [loud] = await entriesOf("noteLoudly");
    expect(loud?.after).toEqual({ deep: [{ contact: "13812345678" }] });
    expect(JSON.stringify([silent, loud])).not.toContain("correct horse");
  });

  test("a new operator's password stands in no entry", async () => {
    const password = Buffer.from("newoneSecret-1!").toString("base64");
    const { success } = await backend.call(operator.methods.save, { accName: "newone", name: "新", password });
    expect(success).toBe(true);
    expect(JSON.stringify(await entriesOf("operatorSave"))).not.toContain(password);
  });
});

describe("a replayed key writes no second entry", () => {
  test("of a sale, pressed again and eight times at once", async () => {
    const { adultId } = await createPark(backend);
    const before = (await entriesOf(sellTickets.name)).length;
    const again = saleOf(adultId);
    await backend.call(sellTickets, again);
    await backend.call(sellTickets, again);
    expect((await entriesOf(sellTickets.name)).length).toBe(before + 1);
    const atOnce = saleOf(adultId);
    await race(backend, 8, () => backend.call(sellTickets, atOnce));
    expect((await entriesOf(sellTickets.name)).length).toBe(before + 2);
  });

  test("of a command", async () => {
    const { parkId } = await createPark(backend);
    const suspend = park.commands.suspend.method;
    const key = randomUUID();
    for (let press = 0; press < 3; press += 1)
      expect((await backend.call(suspend, { id: parkId, idempotencyKey: key })).success).toBe(true);
    const { length } = (await entriesOf(suspend.name)).filter(({ thing }) => thing !== "");
    expect(length).toBe(1);
  });

  test("no method that takes a key answers a replay past the kernel", () => {
    const keyed = allServed.filter(
      ({ method: { payload: schema } }) => schema instanceof z.ZodObject && "idempotencyKey" in schema.shape,
    );
    expect(keyed.length).toBeGreaterThan(10);
    expect(keyed.filter(({ method: one }) => !one.idempotent).map(({ method: one }) => one.name)).toEqual([]);
  });
});
