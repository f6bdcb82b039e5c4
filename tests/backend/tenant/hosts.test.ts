/** Host names of tenants: who sets one, which is one, and that none stands twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenantOfHost } from "~/contract/platform/host";
import { hostOf } from "~/contract/platform/host-name";
import { tenantHost, tenantHostSave } from "~/contract/tenant/host";
import { tenant } from "~/contract/tenant/tenant";
import { putConsoleHosts } from "~server/backend/kernel/console-hosts";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";
import { tenantId } from "./platform";

let backend: TestBackend;
let admin2: string;
const ids = new Map<string, number>();
const codes = ["4001", "4002", "4003", "4004", "4005", "4006"];

beforeAll(async () => {
  backend = await openTestBackend();
  for (const code of codes) {
    const admin = await backend.createCorp(code);
    if (code === "4001") admin2 = admin;
    ids.set(code, await tenantId(backend, code));
  }
});
afterAll(async () => {
  putConsoleHosts([]);
  await backend.close();
});

const idOf = (code: string) => ids.get(code) ?? 0;
const hostNow = async (code: string) => (await backend.call(tenantHost, { id: idOf(code) })).data;
async function set(code: string, host: string, as?: string, rowVersion?: number) {
  const version = rowVersion ?? (await hostNow(code)).rowVersion;
  return backend.call(tenantHostSave, { id: idOf(code), rowVersion: version, host }, as ? { as } : {});
}
const whose = async (host: string) => (await backend.call(tenantOfHost, { host }, { as: "" })).data;

test("a name is written as browsers write it, is known before sign-in, is cleared and put back", async () => {
  expect((await set("4001", "  Tickets.Songtao.Example ")).data).toEqual({ host: "tickets.songtao.example", was: "" });
  expect(await whose("tickets.songtao.example")).toMatchObject({ corpCode: "4001" });
  expect(await whose("TICKETS.songtao.example")).toMatchObject({ corpCode: "4001" });
  expect(await whose("songtao.example")).toBeNull();
  const { data } = await backend.call(tenant.methods.list, { filters: { host: "songtao" } });
  expect(data.records.map(({ host }) => host)).toEqual(["tickets.songtao.example"]);
  expect((await set("4001", "")).data).toEqual({ host: "", was: "tickets.songtao.example" });
  expect(await whose("tickets.songtao.example")).toBeNull();
  expect((await set("4001", "tickets.songtao.example")).status).toBe(200);
  const [told] = await backend.sql<{ text: string }>(
    "select before::text || after::text as text from audit_log where method = 'tenantHostSave' order by id desc limit 1",
  );
  expect(told?.text).toContain("tickets.songtao.example");
});

test("what is no host name, the console's own and another tenant's are refused in a sentence, and nothing is written", async () => {
  putConsoleHosts(["https://console.example.com:8443"]);
  const before = await hostNow("4002");
  const wrong = [
    ...["http://a.example", "a.example:8080", "a.example/x", "localhost", "a.localhost", "10.0.0.1", "[::1]", "0x7f.1"],
    ...["a_b.example", "-a.example", "a..example", "a.example.", "a b.example", "a@b.example", "例", "*.example.com"],
    ...[`${"a".repeat(64)}.example`, "a.example\\b", "a%2eexample.com"],
  ];
  for (const host of wrong) {
    const reply = await set("4002", host);
    expect([host, reply.status, reply.errors?.host?.length]).toEqual([host, 422, 1]);
  }
  expect((await set("4002", "CONSOLE.example.com")).errors?.host?.[0]).toContain("平台自己的域名");
  expect((await set("4002", "Tickets.songtao.example")).errors?.host?.[0]).toContain("已属于租户");
  expect(await hostNow("4002")).toEqual(before);
  expect(hostOf("门票.中国")).toBe("xn--mjzq79c.xn--fiqs8s");
});

test("who lacks the right, a tenant, and who saw an older row are refused; another's id is not found", async () => {
  const looker = (await backend.createUser({ grants: ["tenantList"] })).token;
  expect((await backend.call(tenantHost, { id: idOf("4002") }, { as: looker })).status).toBe(200);
  expect((await set("4002", "x.example.com", looker)).status).toBe(403);
  expect((await set("4002", "x.example.com", admin2)).status).toBe(403);
  expect((await backend.call(tenantHost, { id: idOf("4002") }, { as: admin2 })).status).toBe(403);
  expect((await set("4002", "x.example.com", undefined, 99)).status).toBe(409);
  expect((await backend.call(tenantHostSave, { id: 999_999, rowVersion: 0, host: "x.example.com" })).status).toBe(404);
  expect(await whose("x.example.com")).toBeNull();
});

test("of six tenants that are given one name at the same moment one has it; the others are told whose it is", async () => {
  const versions = await Promise.all(codes.map(async (code) => (await hostNow(code)).rowVersion));
  const replies = await race(backend, codes.length, (nth) =>
    set(codes[nth] ?? "", "one.example.com", undefined, versions[nth]),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  const [held] = await backend.sql<{ n: number }>(
    "select count(*)::int as n from tenant where host = 'one.example.com'",
  );
  expect(held?.n).toBe(1);
});

test("the table itself takes no name twice", async () => {
  await set("4003", "once.example.com");
  await expect(
    backend.sql("update tenant set host = 'ONCE.example.com' where id = $1", [idOf("4004")]),
  ).rejects.toThrow(/tenant_host/);
});
