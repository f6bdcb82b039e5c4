/**
 * One counter sale after another through the handler itself, without HTTP: on a database of one's own of the server that
 * TEST_DATABASE_URL names, else on the embedded one.
 */
import { randomUUID } from "node:crypto";
import { sellTickets } from "~/contract/ticket/sale";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { type Database, openDatabase } from "~server/backend/db/database";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, saleOf } from "~tests/support/park";

/** `sell` sells one ticket or throws what was said against it; `close` gives the database back. */
export async function openCounter(poolSize: number) {
  const backend = await openTestBackend();
  const park = await createPark(backend);
  const server = process.env.TEST_DATABASE_URL;
  const database = server ? await openedAnew(backend, server, poolSize) : null;
  const app = database ? createBackend({ database, now: () => new Date("2026-11-20T10:00:00+08:00") }) : backend.app;
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
      await database?.close();
      await backend.close();
    },
  };
}

/** The backend's database by connections of its own. */
async function openedAnew(backend: TestBackend, server: string, poolSize: number): Promise<Database> {
  const [{ name = "" } = {}] = await backend.sql<{ name: string }>("select current_database() as name");
  const url = new URL(server);
  url.pathname = `/${name}`;
  return openDatabase({ url: url.href, poolSize });
}
