/** Planned exports that go to a store of the corp's own: keys that nobody reads, a trial, one object a file, tried again. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { exportStore, exportStoreFile } from "~/contract/open/export-store";
import { exportPlanAdd, exportPlans, exportWays } from "~/contract/platform/export-plan";
import { park as parkResource } from "~/contract/ticket/park";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { type BucketDouble, openBucket } from "~tests/support/bucket";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
let bucket: BucketDouble;
let now: Date;
const secretKey = "a secret access key of the store";

beforeAll(async () => {
  bucket = await openBucket();
  backend = await openTestBackend();
  await createPark(backend);
});
beforeEach(() => {
  now = new Date("2026-11-25T10:00:00+08:00");
  backend.setNow(now);
  bucket.files.clear();
  bucket.spoil(null);
});
afterEach(async () => {
  await backend.sql("delete from export_plan");
  await backend.sql("delete from export_store");
  await backend.sql("delete from job");
});
afterAll(async () => {
  await bucket.close();
  await backend.close();
});

const step = async (kind: string, webhooksToPrivate = true) => {
  await backend.sql("insert into job (corp_code, kind) values ('0001', $1)", [kind]);
  const one = createWorker({
    ...{ database: backend.database, kinds: allKinds, now: () => now, secrets: secretsOfTests, webhooksToPrivate },
  });
  while (await one.step());
};
const due = () => backend.sql("update export_store_file set next_at = now() where state = 'waiting'");
const save = (fields: object = {}, as = backend.admin) =>
  backend.call(
    exportStore.methods.save,
    {
      ...{
        name: "集团数据湖",
        endpoint: bucket.endpoint,
        region: "us-east-1",
        bucket: "daily-figures",
        prefix: "park/a",
      },
      ...{ accessKey: "AKIA", secretKey, ...fields },
    } as never,
    { as },
  );
const idOf = async () => Number((await save()).data.id);
const list = `${parkResource.methods.export.business}/${parkResource.methods.export.name}`;
const add = (storeId: number, as = backend.admin) =>
  backend.call(exportPlanAdd, { list, rhythm: "daily", storeId, asked: { format: "csv", filters: {} } } as never, {
    as,
  });
const files = async () => (await backend.call(exportStoreFile.methods.list, {})).data.records;

test("a planned export is put there on its day, once, under one key", async () => {
  const id = await idOf();
  expect((await backend.call(exportWays, {})).data.stores).toEqual([{ id, name: "集团数据湖" }]);
  expect((await add(id)).message).toBe("");
  expect((await backend.call(exportPlans, {})).data.plans).toMatchObject([{ byMail: false, store: "集团数据湖" }]);
  now = new Date("2026-11-26T05:31:00+08:00");
  backend.setNow(now);
  await step("exportPlans");
  await step("exportPlans");
  expect([...bucket.files.keys()]).toEqual([expect.stringMatching(/^park\/a\/2026-11-25\/\d+-.+\.csv$/)]);
  expect([...bucket.files.values()][0]?.length).toBeGreaterThan(20);
  expect(await files()).toMatchObject([{ state: "delivered", outcome: "HTTP 200", attempts: 1 }]);
  // What was sent and not noted is sent again under its key: there is one object.
  await backend.sql("update export_store_file set state = 'waiting', next_at = now(), delivered_at = null");
  await step("storeExports");
  expect(bucket.files.size).toBe(1);
});

test("a trial says what came of it; a store that refuses is tried again, given up, and sent again by who may", async () => {
  const id = await idOf();
  const attempt = (as = backend.admin) => backend.call(exportStore.methods.attempt as never, { id } as never, { as });
  const reader = await backend.createUser({ grants: ["exportStoreList"] });
  expect((await attempt(reader.token)).status).toBe(403);
  expect((await attempt(await backend.createCorp("0783"))).status).toBe(404);
  expect((await attempt()).message).toBe("");
  await step("storeExports");
  expect([...bucket.files.keys()]).toEqual([expect.stringMatching(/connection-test\.txt$/)]);
  bucket.spoil(() => null);
  await attempt();
  await step("storeExports");
  expect((await files())[0]).toMatchObject({ state: "waiting", outcome: "HTTP 403", attempts: 1 });
  for (let n = 2; n <= 9; n += 1) {
    await due();
    await step("storeExports");
  }
  const [failed] = await files();
  expect(failed).toMatchObject({ state: "failed", attempts: 9 });
  bucket.spoil(null);
  const again = (as = backend.admin) =>
    backend.call(exportStoreFile.methods.resend as never, { id: Number(failed?.id) } as never, { as });
  expect((await again(reader.token)).status).toBe(403);
  expect((await again()).message).toBe("");
  await step("storeExports");
  expect((await files())[0]).toMatchObject({ state: "delivered" });
});

test("private addresses are refused unless the operator allows them; a suspended store takes nothing", async () => {
  const id = await idOf();
  await backend.call(exportStore.methods.attempt as never, { id } as never);
  await step("storeExports", false);
  expect([bucket.files.size, (await files())[0]?.outcome]).toEqual([0, "EPRIVATE"]);
  await add(id);
  await backend.sql("update export_store set status = 'F'");
  await due();
  await step("storeExports");
  now = new Date("2026-11-26T05:31:00+08:00");
  await step("exportPlans");
  expect(bucket.files.size).toBe(0);
  expect((await files())[0]).toMatchObject({ state: "failed", outcome: "no store" });
  expect((await add(id)).status).toBe(409);
});

test("the key is read by nobody; another corp's store, bad names and who may not are refused", async () => {
  const id = await idOf();
  expect(JSON.stringify(await backend.call(exportStore.methods.get, { id }))).not.toContain(secretKey);
  expect(await backend.sql("select secret_key from export_store")).toEqual([
    { secret_key: expect.stringMatching(/^enc1:/) },
  ]);
  expect(JSON.stringify(await backend.sql("select * from audit_log"))).not.toContain(secretKey);
  const there = await backend.createCorp("0784");
  expect((await add(id, there)).status).toBe(409);
  expect((await backend.call(exportWays, {}, { as: there })).data.stores).toEqual([]);
  for (const wrong of [{ endpoint: "https://s3.example.com/path" }, { bucket: "Bad_Name" }, { prefix: "a b" }])
    expect(Object.keys((await save(wrong)).errors ?? {})).toEqual(Object.keys(wrong));
  const reader = await backend.createUser({ grants: ["exportStoreList"] });
  expect((await save({}, reader.token)).status).toBe(403);
  expect(await backend.sql("select id::int as id from export_store")).toEqual([{ id }]);
});
