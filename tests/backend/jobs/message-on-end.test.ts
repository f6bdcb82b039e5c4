/** Whoever asked for a job is told what became of it: once, in their language, with the way to it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { m } from "~/contract/messages";
import { messageList } from "~/contract/platform/message";
import { gate } from "~/contract/ticket/gate";
import { type JobKind, jobKind } from "~server/backend/jobs/kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { Refusal } from "~server/backend/kernel/refusal";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const messagesOf = async (as: string, language = "zh-CN") =>
  (await backend.call(messageList, {}, { as, language })).data.records.map(({ kind, title, body, link }) => ({
    kind,
    title,
    body,
    link,
  }));

/** Does one job of somebody, of a kind that tells. */
async function ended(accountId: number, run: JobKind["run"], maxAttempts = 1): Promise<number> {
  const kind = jobKind({
    kind: "probe",
    title: m.jobs_kind_export,
    payload: z.object({}),
    tells: true,
    page: ({ id }) => `/exports/${id}`,
    outcome: ({ rows = 0 }) => m.jobs_exported({ n: rows }),
    run,
  });
  const id = await backend.database.tenant("0001", (tx) => enqueue(tx, { kind: "probe", accountId, maxAttempts }));
  await createWorker({ database: backend.database, kinds: [kind] }).drain();
  return id;
}

describe("an export's owner", () => {
  test("finds a message with the link when it is done, and nobody else does", async () => {
    await createPark(backend);
    const one = await backend.createUser({ grants: ["tktParkGate"] });
    const other = await backend.createUser({ grants: ["tktParkGate"] });
    const { data } = await backend.call(gate.methods.export, { format: "csv", order: "asc" }, { as: one.token });
    expect(await messagesOf(one.token)).toEqual([]);
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
    const link = `/exports/${data.jobId}`;
    expect(await messagesOf(one.token)).toEqual([{ kind: "task", title: "导出已完成", body: "导出 2 条", link }]);
    expect(await messagesOf(one.token, "en")).toMatchObject([{ title: "Export: completed", link }]);
    expect(await messagesOf(other.token)).toEqual([]);
    expect(await messagesOf(backend.admin)).toEqual([]);
  });

  test("is told of a failure, why, and where", async () => {
    await createPark(backend);
    const { token, id } = await backend.createUser({ grants: ["tktParkGate"] });
    const { data } = await backend.call(gate.methods.export, { format: "csv", order: "asc" }, { as: token });
    await backend.sql("delete from account_role where account_id = $1", [id]);
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
    const [message] = await messagesOf(token);
    expect(message).toMatchObject({ kind: "task", title: "导出失败", link: `/exports/${data.jobId}` });
    expect(message?.body).not.toBe("");
  });
});

describe("a job that tells", () => {
  test("says what a rule refused", async () => {
    const { token, id } = await backend.createUser({});
    const jobId = await ended(id, () => Promise.reject(new Refusal("数据超过上限")));
    const told = { kind: "task", title: "导出失败", body: "数据超过上限", link: `/exports/${jobId}` };
    expect(await messagesOf(token)).toEqual([told]);
  });

  test("tells of a fault when it is given up, not at each attempt", async () => {
    const { token, id } = await backend.createUser({});
    await ended(id, () => Promise.reject(new Error("no")), 2);
    expect(await messagesOf(token)).toEqual([]);
    await backend.sql("update job set run_at = now() where kind = 'probe'");
    const kinds = [
      jobKind({
        kind: "probe",
        title: m.jobs_kind_export,
        payload: z.object({}),
        tells: true,
        run: () => Promise.reject(new Error("no")),
      }),
    ];
    await createWorker({ database: backend.database, kinds }).drain();
    expect((await messagesOf(token)).map(({ title }) => title)).toEqual(["导出失败"]);
  });

  test("tells of a worker that was lost for the last time", async () => {
    const { token, id } = await backend.createUser({});
    await ended(id, async () => ({ rows: 1 }));
    await backend.sql("delete from message");
    await backend.sql(
      "update job set state = 'running', finished_at = null, lease_until = now() - interval '1 second' where kind = 'probe'",
    );
    await ended(0, async () => ({}));
    expect(await messagesOf(token)).toMatchObject([{ title: "导出失败", body: "执行中断，且已无重试次数" }]);
  });

  test("that cannot be told of has not ended: message and end are one transaction", async () => {
    const { token, id } = await backend.createUser({});
    await backend.sql("alter table message add constraint no_more check (kind <> 'task')");
    await ended(id, async () => ({ rows: 1 }), 5);
    const [job] = await backend.sql<{ state: string }>("select state from job where kind = 'probe'");
    expect([job?.state, await messagesOf(token)]).toEqual(["waiting", []]);
  });

  test("of a schedule tells nobody", async () => {
    await ended(0, async () => ({ rows: 1 }));
    expect(await backend.sql("select 1 from message")).toEqual([]);
  });
});
