/** Messages to other systems of the corp: signed, tried again, to public addresses alone, one delivery of a matter. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { secretThere } from "~/contract/field-kinds";
import { messageHook, messageHookDelivery } from "~/contract/open/message-hook";
import { signatureOf } from "~server/backend/business/open/signature";
import { createWorker } from "~server/backend/jobs/worker";
import { notify, type Told } from "~server/backend/kernel/notify";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { inTenant } from "~tests/support/in-tenant";

let backend: TestBackend;
let server: Server;
let url: string;
let got: { headers: IncomingHttpHeaders; body: string; path: string }[] = [];
let answers: number[] = [];
const secret = "a secret of twenty letters";

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8"), path: request.url ?? "" });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?of=park`;
  backend = await openTestBackend();
});
beforeEach(() => {
  got = [];
  answers = [];
});
afterEach(() => backend.sql("delete from message_hook"));
afterAll(async () => {
  server.close();
  await backend.close();
});

const work = (webhooksToPrivate = true) =>
  createWorker({ database: backend.database, kinds: allKinds, secrets: secretsOfTests, webhooksToPrivate }).drain();
const save = (fields: object, as = backend.admin) =>
  backend.call(messageHook.methods.save, { name: "值班群", url, kinds: ["stock"], secret, ...fields } as never, { as });
const tell = (told: Partial<Told> = {}) =>
  inTenant(backend, ({ db }) =>
    notify(db, new Date(), { to: "everybody", kind: "stock", title: () => "票纸不足", ...told }),
  );
const told = () => got.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const rows = async () => (await backend.call(messageHookDelivery.methods.list, {})).data.records;
const due = async () => {
  await backend.sql("update message_hook_delivery set next_at = now() where state = 'waiting'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'deliverMessageHooks')");
};

test("what many are told of is one delivery, signed; kinds that are not chosen and suspended hooks get none", async () => {
  expect((await save({})).message).toBe("");
  await backend.createUser({ grants: [] });
  await backend.createUser({ grants: [] });
  await tell({ body: () => "售票处剩 20 张", link: "/stock/storeList" });
  await tell({ kind: "task", title: () => "导出完成" });
  await work();
  expect(told()).toEqual([
    {
      ...{ deliveryId: expect.any(Number), event: "message", kind: "stock", at: expect.stringMatching(/Z$/) },
      ...{
        title: "票纸不足",
        titleEn: "票纸不足",
        body: "售票处剩 20 张",
        bodyEn: "售票处剩 20 张",
        link: "/stock/storeList",
      },
    },
  ]);
  for (const { headers, body, path } of got) {
    const [timestamp, nonce] = [String(headers["x-timestamp"]), String(headers["x-nonce"])];
    const signed = { verb: "POST", target: path, timestamp, nonce, body };
    expect(headers["x-signature"]).toBe(signatureOf(secret, signed));
  }
  await work();
  expect(got).toHaveLength(1);
  await backend.sql("update message_hook set status = 'F'");
  await tell({ title: () => "停用之后" });
  await work();
  expect(got).toHaveLength(1);
});

test("what fails is tried again, given up in the end, listed, and sent again by a press of who may", async () => {
  await save({});
  answers = Array.from({ length: 9 }, () => 500);
  await tell({ title: () => "重试" });
  await work();
  for (let attempt = 2; attempt <= 9; attempt += 1) {
    await due();
    await work();
  }
  const [failed] = await rows();
  expect([failed, got.length]).toMatchObject([{ state: "failed", attempts: 9, outcome: "HTTP 500" }, 9]);
  const press = (as: string) =>
    backend.call(messageHookDelivery.methods.resend as never, { id: Number(failed?.id) } as never, { as });
  const reader = await backend.createUser({ grants: ["messageHookList"] });
  expect((await press(reader.token)).status).toBe(403);
  expect((await press(await backend.createCorp("0782"))).status).toBe(404);
  expect((await press(backend.admin)).status).toBe(200);
  await work();
  expect(await rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
  expect(new Set(told().map(({ deliveryId }) => deliveryId)).size).toBe(1);
});

test("a process that is killed between the commit and the delivery loses none", async () => {
  await save({});
  await tell({ title: () => "不丢" });
  await backend.sql("update message_hook_delivery set attempts = 1, next_at = now() - interval '1 second'");
  await backend.sql(`
    update job set state = 'running', attempts = 1, fence = 1, worker = 'gone', lease_until = now() - interval '1 second'
    where kind = 'deliverMessageHooks' and state = 'waiting' and schedule_id is null`);
  await work();
  expect(told()).toMatchObject([{ title: "不丢" }]);
});

test("private addresses are refused unless the operator allows them; nobody reads the secret", async () => {
  const id = await save({}).then(({ data }) => Number((data as { id: number }).id));
  await tell({ title: () => "内网" });
  await work(false);
  expect([got.length, (await rows())[0]?.outcome]).toEqual([0, "EPRIVATE"]);
  const read = await backend.call(messageHook.methods.get, { id });
  expect(JSON.stringify(read)).not.toContain(secret);
  expect(await backend.sql("select secret from message_hook")).toEqual([{ secret: expect.stringMatching(/^enc1:/) }]);
  expect(JSON.stringify(await backend.sql("select * from audit_log"))).not.toContain(secret);
  // What is not typed anew is kept.
  const { record } = read.data as unknown as { record: { rowVersion: number } };
  const kept = await save({ id, rowVersion: record.rowVersion, name: "改名", secret: secretThere });
  expect([kept.message, kept.errors]).toEqual(["", undefined]);
  await due();
  await work();
  expect(got[0]?.headers["x-signature"]).toMatch(/^[0-9a-f]{64}$/);
});

test("a short secret, an address that is none, no kinds, and who may not are refused, and nothing is written", async () => {
  expect(Object.keys((await save({ secret: "short" })).errors ?? {})).toEqual(["secret"]);
  expect(Object.keys((await save({ url: "ftp://example.com/x" })).errors ?? {})).toEqual(["url"]);
  expect((await save({ kinds: [] })).status).toBe(422);
  expect((await save({ kinds: ["announcement"] })).status).toBe(422);
  const reader = await backend.createUser({ grants: ["messageHookList"] });
  expect((await save({}, reader.token)).status).toBe(403);
  expect(await backend.sql("select id from message_hook")).toEqual([]);
});
