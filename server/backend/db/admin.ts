/**
 * Backup, restore and the password of the first account, over the loopback listener of a running backend: for who holds
 * the secret kept beside the data.
 */
import { timingSafeEqual } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import type { Hono } from "hono";
import { ArchiveRefused, backup, restore } from "./archive";
import type { Database } from "./database";

export const adminPaths = {
  backup: "/admin/backup",
  restore: "/admin/restore",
  password: "/admin/password",
} as const;

export const neverStarted = "There is no first account yet: start the console on this database first.";

/** What only the accounts' own business can do; null where there is no such account. */
export interface AdminTasks {
  resetFirstPassword: (database: Database) => Promise<object | null>;
}

export function mountAdmin(app: Hono, database: Database, secret: string, tasks: AdminTasks): void {
  app.use("/admin/*", async (context, next) => {
    const given = Buffer.from(context.req.header("authorization") ?? "");
    const wanted = Buffer.from(`Bearer ${secret}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return context.text("not found", 404);
    return next();
  });
  app.post(adminPaths.backup, () => {
    const target = new PassThrough();
    // Should it fail half-way, the line breaks and the archive lacks its end: a restore refuses it.
    backup(database, target).catch((error: unknown) => {
      console.error(JSON.stringify({ level: "error", at: "backup", message: String(error) }));
      target.destroy(error instanceof Error ? error : new Error(String(error)));
    });
    return new Response(Readable.toWeb(target) as ReadableStream, { headers: { "content-type": "application/gzip" } });
  });
  app.post(adminPaths.restore, async (context) => {
    const body = context.req.raw.body;
    if (!body) return context.text("An archive is needed.", 400);
    const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    try {
      return context.json(await restore(database, source, { force: context.req.query("force") === "1" }));
    } catch (error) {
      if (error instanceof ArchiveRefused) return context.text(error.message, 409);
      throw error;
    }
  });
  app.post(adminPaths.password, async (context) => {
    context.header("cache-control", "no-store");
    const made = await tasks.resetFirstPassword(database);
    return made ? context.json(made) : context.text(neverStarted, 409);
  });
}
