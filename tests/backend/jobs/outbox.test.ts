/** One outbox for whatever is sent elsewhere: once by two workers, again after a kill, and never waiting for ever. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { m } from "~/contract/messages";
import { messageHook, messageHookDelivery } from "~/contract/open/message-hook";
import { postFromOutbox } from "~server/backend/business/open/post";
import { messageHookDelivery as table } from "~server/backend/business/open/schema";
import { claim, type Outbox, outbox, type Sent } from "~server/backend/jobs/outbox";
import { createWorker } from "~server/backend/jobs/worker";
import { enterTenant } from "~server/backend/kernel/scope";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { meeting, race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let hookId: number;
let silent: Server;

beforeAll(async () => {
  backend = await openTestBackend();
  const fields = {
    name: "值班群",
    url: "https://example.com/",
    kinds: ["stock"],
    secret: "a secret of twenty letters",
  };
  hookId = Number((await backend.call(messageHook.methods.save, fields as never)).data.id);
  // Takes the connection and says nothing.
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await backend.sql("delete from message_hook_delivery");
  await backend.sql("delete from job");
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await backend.close();
});

const put = (n = 1) =>
  backend.sql(
    `insert into message_hook_delivery (corp_code, title, kind, message_hook_id, happened_at, next_at)
     select '0001', '第' || n || '条', 'stock', $1, now(), now() from generate_series(1, $2) n`,
    [hookId, n],
  );
const rows = async () => (await backend.call(messageHookDelivery.methods.list, {})).data.records;

type Due = { id: number };
const box = (send: (id: number) => Promise<Sent>, more: Partial<Outbox<Due>> = {}) =>
  outbox<Due>({
    ...{ kind: "probe", title: m.jobs_kind_purge, cron: "0 5 * * *", outcome: () => "" },
    ...{ table, atOnce: 3, lease: 60 },
    due: async (_tx, _run, ids) => ids.map((id) => ({ id })),
    send: (_run, { id }) => send(id),
    ...more,
  });
const workers = (kinds: ReturnType<typeof box>[]) =>
  Promise.all(
    kinds.map(async (kind, n) => {
      await backend.sql("insert into job (corp_code, kind, account_name) values ('0001', 'probe', $1)", [String(n)]);
      await createWorker({ database: backend.database, kinds: [kind] }).step();
    }),
  );
const delivered: Sent = { delivered: true, outcome: "HTTP 200" };
const slowly = (counted: number[]) => async (id: number) => {
  counted.push(id);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return delivered;
};

test("two workers at once send each row once", async () => {
  await put(6);
  const sent: number[] = [];
  const kind = box(slowly(sent));
  await workers([kind, kind]);
  expect(sent.length).toBe(6);
  expect(new Set(sent).size).toBe(6);
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 6 }, () => ["delivered", 1]),
  );
});

test("who comes while a row is being sent leaves it alone; a control without a lease sends it again", async () => {
  const comesWhileSent = async (lease: number) => {
    await backend.sql("delete from message_hook_delivery");
    await put(1);
    const sent: number[] = [];
    // The first one's claim is committed and it is sending when the second begins: how fast the machine is has no part.
    const comes = async (id: number) => {
      if (sent.push(id) === 1) await workers([kind]);
      return delivered;
    };
    const kind = box(comes, { lease });
    await workers([kind]);
    return sent.length;
  };
  expect(await comesWhileSent(60)).toBe(1);
  expect(await comesWhileSent(0)).toBe(2);
});

test.runIf(raceIsReal)(
  "of two who claim at the same moment one has the row; a control without the lock has it twice",
  async () => {
    const both = async (each?: Parameters<typeof claim>[2]) => {
      await backend.sql("delete from message_hook_delivery");
      await put(1);
      const met = meeting(2);
      const claimed = await race(backend, 2, () =>
        backend.database.system(async (tx) => {
          await enterTenant(tx, "0001");
          await tx.execute(sql`select 1`);
          await met();
          const mine = await claim(tx, { table, atOnce: 3, lease: 60 }, each);
          // The other one looks before this is committed.
          await tx.execute(sql`select pg_sleep(0.3)`);
          return mine.length;
        }),
      );
      return claimed.reduce((n, one) => n + one, 0);
    };
    expect(await both()).toBe(1);
    expect(await both(sql``)).toBe(2);
  },
);

test("a worker that took longer than its lease does not write over what the next one noted", async () => {
  await put(1);
  const [row] = await rows();
  const kind = box(async () => {
    // Its lease was over, another one has it, and failed.
    await backend.sql("update message_hook_delivery set attempts = 2, outcome = 'HTTP 500' where id = $1", [row?.id]);
    return delivered;
  });
  await workers([kind]);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 2, outcome: "HTTP 500" }]);
});

test("a sender that throws takes nothing from the others of its run", async () => {
  await put(3);
  let n = 0;
  const kind = box(async () => {
    n += 1;
    if (n === 2) throw Object.assign(new Error("no secret of this"), { code: "ENOKEY" });
    return delivered;
  });
  await workers([kind]);
  const states = (await rows()).map(({ state, outcome }) => [state, outcome]).sort();
  expect(states).toEqual([
    ["delivered", "HTTP 200"],
    ["delivered", "HTTP 200"],
    ["waiting", "ENOKEY"],
  ]);
  // The next look is put in for when it is due.
  expect(await backend.sql("select 1 as one from job where kind = 'probe' and state = 'waiting'")).toHaveLength(1);
});

test("what cannot help is given up at once; what may is tried nine times", async () => {
  await put(1);
  await workers([box(async () => ({ delivered: false, outcome: "no store", forGood: true }))]);
  expect(await rows()).toMatchObject([{ state: "failed", attempts: 1 }]);
  await backend.sql("delete from message_hook_delivery");
  await put(1);
  const kind = box(async () => ({ delivered: false, outcome: "HTTP 500" }));
  for (let n = 1; n <= 9; n += 1) {
    expect(await rows()).toMatchObject([{ state: "waiting" }]);
    await backend.sql("update message_hook_delivery set next_at = now()");
    await backend.sql("delete from job");
    await workers([kind]);
  }
  expect(await rows()).toMatchObject([{ state: "failed", attempts: 9 }]);
});

test("a receiver that says nothing is waited for as long as was said, and no longer", async () => {
  await put(1);
  const { port } = silent.address() as AddressInfo;
  const posting = { url: new URL(`http://127.0.0.1:${port}/`), headers: {}, body: "{}", allowPrivate: true };
  const began = Date.now();
  await workers([box(() => postFromOutbox(posting, 400))]);
  expect(Date.now() - began).toBeLessThan(4_000);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, outcome: "ABORT_ERR" }]);
});

test("another tenant's rows are not touched", async () => {
  await put(2);
  const sent: number[] = [];
  await backend.createCorp("0791");
  await backend.sql("insert into job (corp_code, kind) values ('0791', 'probe')");
  await createWorker({ database: backend.database, kinds: [box(slowly(sent))] }).step();
  expect(sent).toEqual([]);
});
