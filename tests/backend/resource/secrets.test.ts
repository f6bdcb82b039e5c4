/** Secrets of a row: kept, never told again, changed where another is typed, and nowhere to be read. */
import { Writable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Field, fieldSchema, secret, secretAnother, secretThere, text } from "~/contract/field-kinds";
import { accessApp as contract, renewAccessSecret } from "~/contract/platform/access-app";
import { getAuthCode, redeemAuthCode } from "~/contract/platform/auth-code";
import { resource } from "~/contract/resource";
import { accessApp } from "~server/backend/business/platform/access-schema";
import { backup } from "~server/backend/db/archive";
import type { Values } from "~server/backend/kernel/resource-backend";
import { Choices } from "~server/backend/kernel/resource-choices";
import { Operations } from "~server/backend/kernel/resource-operations";
import { SecretBox } from "~server/backend/kernel/secret-box";
import { readSecret, resealSecrets } from "~server/backend/kernel/secret-columns";
import type { AuditEntry, Call } from "~server/backend/kernel/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const label = () => "字段";
const system = resource("platform", "secretSystem", {
  ...{ title: label, path: "/secretSystem", fun: "sysAccessApplication", nameField: "name" },
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({ label, required: true, max: 40 }),
    name: text({ label, required: true, max: 60 }),
    origin: text({ label, required: true, max: 200 }),
    secret: secret({ label, required: true }),
  },
});

const operations = new Operations(system, { table: accessApp }, new Choices(system, {}));
const audited: AuditEntry[] = [];

function within<T>(work: (call: Call) => Promise<T>, secrets = secretsOfTests): Promise<T> {
  return backend.database.tenant("0001", (db) => {
    const call = {
      db,
      now: new Date(),
      locale: "zh-CN",
      caller: { corpCode: "0001" },
      secrets,
      may: async () => true,
      audit: (one: AuditEntry) => audited.push(one),
    };
    return work(call as unknown as Call);
  });
}

const save = (values: Values) => within((call) => operations.save(call, values));
const storedOf = async (id: number) =>
  (await backend.sql<{ secret: string }>("select secret from access_app where id = $1", [id]))[0]?.secret ?? "";
const keptOf = async (id: number) => {
  const stored = await storedOf(id);
  return within(async (call) => readSecret(call, accessApp.secret, stored));
};

describe("a secret", () => {
  it("is kept, and only whether there is one is told: to forms, to lists, to the audit trail", async () => {
    const { id } = await save({ code: "S1", name: "对接", origin: "https://a.cn", secret: "first-secret" });
    expect(await keptOf(id)).toBe("first-secret");
    const row = await within((call) => operations.row(call, id));
    expect(row.secret).toBe(secretThere);
    expect(JSON.stringify([row, audited])).not.toContain("first-secret");
  });

  it("stays as it is unless another is typed; then the log has that it is another, not which", async () => {
    const { id } = await save({ code: "S2", name: "对接", origin: "https://a.cn", secret: "first-secret" });
    for (const untyped of [{}, { secret: null }, { secret: secretThere }]) {
      await save({ id, name: "改名", ...untyped });
      expect(await keptOf(id)).toBe("first-secret");
    }
    audited.length = 0;
    await save({ id, name: "改名", secret: "second-secret" });
    expect(await keptOf(id)).toBe("second-secret");
    expect(audited[0]).toMatchObject({ before: { secret: secretThere }, after: { secret: secretAnother } });
    expect(JSON.stringify(audited)).not.toMatch(/(first|second)-secret/);
  });

  it("that is required is asked for once, of a new row", async () => {
    const values = { code: "S3", name: "对接", origin: "https://a.cn" };
    await expect(save(values)).rejects.toMatchObject({ errors: { secret: ["请输入字段"] } });
    const field: Field = secret({ label, required: true });
    expect(fieldSchema(field).safeParse("").success).toBe(false);
    expect(system.methods.save.payload.safeParse({ id: 1, ...values }).success).toBe(true);
  });
});

describe("in the database a secret is sealed", () => {
  const plain = "plain-from-before-there-were-keys";
  const addPlain = async (code: string, text: string) => {
    const insert =
      "insert into access_app (corp_code, code, name, origin, secret) values ('0001', $1, $1, 'https://a.cn', $2)";
    const [row] = await backend.sql<{ id: number }>(`${insert} returning id`, [code, text]);
    return row?.id ?? 0;
  };

  it("with AES-256-GCM: no two alike, none readable, none moved to another place or changed", async () => {
    const [one, two] = [
      await save({ code: "E1", name: "甲", origin: "https://a.cn", secret: "same-secret" }),
      await save({ code: "E2", name: "乙", origin: "https://a.cn", secret: "same-secret" }),
    ];
    const [first, second] = [await storedOf(one.id), await storedOf(two.id)];
    expect(first).toMatch(/^enc1:[0-9a-f]{8}:[\w-]+$/);
    expect(first).not.toBe(second);
    const place = "0001 access_app.secret";
    expect(secretsOfTests.open(first, place)).toBe("same-secret");
    expect(() => secretsOfTests.open(first, "0002 access_app.secret")).toThrow();
    expect(() => secretsOfTests.open(`${first.slice(0, -4)}AAAA`, place)).toThrow();
    expect(() => new SecretBox(["another"]).open(first, place)).toThrow(/SECRET_KEYS/);
    expect(() => new SecretBox([]).seal("x", place)).toThrow(/without a key/);
  });

  it("by changes of many rows as well", async () => {
    const ids = [
      await save({ code: "M1", name: "甲", origin: "https://a.cn", secret: "first-secret" }),
      await save({ code: "M2", name: "乙", origin: "https://a.cn", secret: "first-secret" }),
    ].map(({ id }) => id);
    audited.length = 0;
    await within(async (call) => {
      const rows = await Promise.all(ids.map((id) => operations.row(call, id)));
      const changes = rows.map((row) => ({ rowVersion: Number(row.rowVersion), values: { secret: "second-secret" } }));
      await operations.changeRows(
        call,
        changes.map((change, at) => ({ ...change, id: ids[at] ?? 0 })),
      );
    });
    for (const id of ids) {
      expect(await storedOf(id)).toMatch(/^enc1:/);
      expect(await keptOf(id)).toBe("second-secret");
    }
    expect(JSON.stringify(audited)).not.toContain("second-secret");
  });

  it("and what is plain from before is read as ever, until a start seals it", async () => {
    const id = await addPlain("old", plain);
    expect(await keptOf(id)).toBe(plain);
    expect(await resealSecrets(backend.database, secretsOfTests)).toBe(1);
    expect(await storedOf(id)).not.toContain(plain);
    expect(await keptOf(id)).toBe(plain);
    expect(await resealSecrets(backend.database, secretsOfTests)).toBe(0);
  });

  it("and keys rotate: the newest seals, older ones open, and what none opens stays and is told of", async () => {
    const id = await addPlain("rotated", plain);
    await resealSecrets(backend.database, new SecretBox(["lost"]));
    const lost = await storedOf(id);
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await resealSecrets(backend.database, secretsOfTests)).toBe(0);
    expect(told.mock.calls.join()).toContain("SECRET_KEYS");
    told.mockRestore();
    expect(await storedOf(id)).toBe(lost);
    await resealSecrets(backend.database, new SecretBox(["a-key-of-the-tests", "lost"]));
    expect(await keptOf(id)).toBe(plain);
    expect(await storedOf(id)).not.toBe(lost);
  });
});

describe("a key that was taken away, and one that came after", () => {
  const newest = "the-newest-key-of-the-tests";
  const withNewest = new SecretBox([newest, "a-key-of-the-tests"]);
  const prefixOf = (key: string) => new SecretBox([key]).prefix;
  const list = { pageNo: 1, pageSize: 20 };

  /** An application whose secret only a lost key opens. */
  async function lostOne(code: string): Promise<number> {
    const { data } = await backend.call(contract.methods.save, {
      ...{ code, name: code, origin: "https://lost.cn" },
      ...{ channel: "network", scopes: [], holdMinutes: 15, ratePerMinute: 600 },
    } as never);
    const sealed = new SecretBox(["a-lost-key"]).seal("nobody-reads-it", "0001 access_app.secret");
    const { id } = data as { id: number };
    await backend.sql("update access_app set secret = $2 where id = $1", [id, sealed]);
    return id;
  }

  it("answered 500 where the secret is used; list, form and save work, and the log names the missing key", async () => {
    const id = await lostOne("lost");
    const before = await storedOf(id);
    expect((await backend.call(contract.methods.list, list as never)).success).toBe(true);
    expect((await backend.call(contract.methods.get, { id } as never)).success).toBe(true);
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    const sent = { appId: "lost", authCode: "x", timestamp: String(Date.now()), sign: "x" };
    const used = [
      await backend.call(getAuthCode, { reportId: "lost", sysFunctionId: 0, token: "" } as never),
      await backend.call(redeemAuthCode, sent, { as: "", corpCode: "0001" }),
    ];
    const logged = told.mock.calls.join();
    told.mockRestore();
    for (const reply of used) {
      expect([reply.status, reply.message]).toEqual([409, expect.stringContaining("请联系管理员补充加密密钥")]);
      expect(reply.message).not.toContain("SECRET_KEYS");
    }
    expect(logged).toContain(prefixOf("a-lost-key").split(":")[1]);
    expect(await backend.sql("select from auth_code")).toHaveLength(0);
    expect(await storedOf(id)).toBe(before);
    // A secret that is lost is renewed on its page.
    expect((await backend.call(renewAccessSecret, { id })).success).toBe(true);
    expect((await backend.call(getAuthCode, { reportId: "lost", sysFunctionId: 0, token: "" } as never)).success).toBe(
      true,
    );
  });

  it("an older key that is listed opens, and the next save seals anew what it has sealed; unreadable ones stay", async () => {
    const { id } = await save({ code: "R1", name: "甲", origin: "https://a.cn", secret: "first-secret" });
    const older = await storedOf(id);
    const read = await within(async (call) => readSecret(call, accessApp.secret, older), withNewest);
    expect(read).toBe("first-secret");
    await within((call) => operations.save(call, { id, name: "乙", secret: secretThere }), withNewest);
    const stored = await storedOf(id);
    expect(stored.startsWith(prefixOf(newest))).toBe(true);
    expect(withNewest.open(stored, "0001 access_app.secret")).toBe("first-secret");
    const lost = await lostOne("lost2");
    const kept = await storedOf(lost);
    await within((call) => operations.save(call, { id: lost, name: "丙" }), withNewest);
    expect(await storedOf(lost)).toBe(kept);
  });

  it("an archive holds neither a key nor a secret in plain", async () => {
    await save({ code: "A1", name: "甲", origin: "https://a.cn", secret: "archived-secret" });
    const chunks: Buffer[] = [];
    const target = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    await backup(backend.database, target);
    const text = gunzipSync(Buffer.concat(chunks)).toString("utf8");
    expect(text).toContain("access_app");
    expect(text).toContain(secretsOfTests.prefix);
    for (const secretText of ["archived-secret", "a-key-of-the-tests", newest, "a-lost-key"])
      for (const form of [
        secretText,
        Buffer.from(secretText).toString("base64"),
        Buffer.from(secretText).toString("hex"),
      ])
        expect(text).not.toContain(form);
  });
});
