/** One counter sale after another through the handler itself, without HTTP, on a database of PostgreSQL of one's own. */
import { randomUUID } from "node:crypto";
import { sellTickets } from "~/contract/ticket/sale";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { openDatabase } from "~server/backend/db/database";
import { openTestBackend } from "~tests/support/backend";
import { createPark, saleOf } from "~tests/support/park";

/** `sell` sells one ticket or throws what was said against it; `close` gives the database back. */
export async function openCounter(poolSize: number) {
  if (!process.env.TEST_DATABASE_URL) throw new Error("Say TEST_DATABASE_URL: this is about PostgreSQL.");
  const backend = await openTestBackend();
  const park = await createPark(backend);
  const [{ name = "" } = {}] = await backend.sql<{ name: string }>("select current_database() as name");
  const url = new URL(process.env.TEST_DATABASE_URL);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, poolSize });
  const app = createBackend({ database, now: () => new Date("2026-11-20T10:00:00+08:00") });
  return {
    async sell(): Promise<void> {
      const body = { method: sellTickets.name, ...saleOf(park.adultId, { idempotencyKey: randomUUID() }) };
      const response = await app.request(defaultPaths[sellTickets.business], {
        method: "POST",
        body: new URLSearchParams(encodePayload(body)).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
      });
      const reply = (await response.json()) as { success: boolean; message: string };
      if (!reply.success) throw new Error(reply.message);
    },
    async close(): Promise<void> {
      await database.close();
      await backend.close();
    },
  };
}
