/** Secrets of a row: kept, never told again, changed where another is typed, and nowhere to be read. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Field, fieldSchema, secret, secretAnother, secretThere, text } from "~/contract/field-kinds";
import { type AnyResource, resource } from "~/contract/resource";
import { Operations, type Values } from "~server/backend/kernel/resource";
import { Choices } from "~server/backend/kernel/resource-choices";
import type { AuditEntry, Call } from "~server/backend/kernel/served";
import { accessApp } from "~server/backend/platform/access-schema";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

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
}) as unknown as AnyResource;

const operations = new Operations(system, { table: accessApp }, new Choices(system, {}));
const audited: AuditEntry[] = [];

function within<T>(work: (call: Call) => Promise<T>): Promise<T> {
  return backend.database.tenant("0001", (db) => {
    const call = {
      db,
      now: new Date(),
      locale: "zh-CN",
      may: async () => true,
      audit: (one: AuditEntry) => audited.push(one),
    };
    return work(call as unknown as Call);
  });
}

const save = (values: Values) => within((call) => operations.save(call, values));
const keptOf = async (id: number) =>
  (await backend.sql<{ secret: string }>("select secret from access_app where id = $1", [id]))[0]?.secret;

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
    await expect(save(values)).rejects.toMatchObject({ errors: { secret: ["此项为必填项"] } });
    const field: Field = secret({ label, required: true });
    expect(fieldSchema(field).safeParse("").success).toBe(false);
    expect(system.methods.save.payload.safeParse({ id: 1, ...values }).success).toBe(true);
  });
});
