/**
 * Backup, restore and the password of the first account, over the loopback listener of a running backend: for who holds
 * the secret kept beside the data.
 */

import { timingSafeEqual } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Hono } from "hono";
import { log } from "../../log";
import { ArchiveRefused, WouldOverwrite } from "./archive-format";
import { NoRoom } from "./copy-at-a-moment";
import type { Database } from "./database";
import { restore } from "./restore";
import { archiveTo, makeSpool } from "./spool";

export const adminPaths = {
  backup: "/admin/backup",
  restore: "/admin/restore",
  password: "/admin/password",
  undivide: "/admin/undivide",
} as const;

export const neverStarted = "There is no first account yet: start the console on this database first.";

export const notDivided = "The administration of that corp is not divided. Nothing was changed.";

/** What is not the database's own. */
export interface AdminTasks {
  /** Where archives lie on their way. */
  dataDir: string;
  /** Null where there is no such account. */
  resetFirstPassword: (database: Database, factorToo?: boolean) => Promise<object | null>;
  /** Null where the corp's administration is not divided. */
  undivide: (database: Database, corpCode: string) => Promise<object | null>;
  /** What a start does beside migrating, for tables that have just come. */
  afterRestore: (database: Database) => Promise<void>;
}

/** Minutes that whoever asked for an archive may take to fetch it; it holds nothing but its own file. */
const fetchWithin = 60 * 60_000;

export function mountAdmin(app: Hono, database: Database, secret: string, tasks: AdminTasks): void {
  app.use("/admin/*", async (context, next) => {
    const given = Buffer.from(context.req.header("authorization") ?? "");
    const wanted = Buffer.from(`Bearer ${secret}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return context.text("not found", 404);
    return next();
  });
  app.post(adminPaths.backup, async (context) => {
    const spool = makeSpool(tasks.dataDir);
    try {
      const file = path.join(spool.folder, "archive");
      await archiveTo(database, file);
      const source = createReadStream(file, { signal: AbortSignal.timeout(fetchWithin) });
      source.once("close", () => void spool.remove());
      return new Response(Readable.toWeb(source) as ReadableStream, {
        headers: { "content-type": "application/gzip" },
      });
    } catch (error) {
      await spool.remove();
      log("error", "backup", { message: String(error) });
      if (error instanceof NoRoom) return context.text(error.message, 507);
      throw error;
    }
  });
  app.post(adminPaths.restore, async (context) => {
    const body = context.req.raw.body;
    if (!body) return context.text("An archive is needed.", 400);
    const spool = makeSpool(tasks.dataDir);
    try {
      const file = path.join(spool.folder, "archive");
      const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
      await pipeline(source, createWriteStream(file, { mode: 0o600 }));
      const { counts } = await restore(database, file, { force: context.req.query("force") === "1" });
      await tasks.afterRestore(database);
      return context.json(counts);
    } catch (error) {
      if (error instanceof WouldOverwrite) return context.text(error.message, 412);
      if (error instanceof ArchiveRefused) return context.text(error.message, 409);
      throw error;
    } finally {
      await spool.remove();
    }
  });
  app.post(adminPaths.password, async (context) => {
    context.header("cache-control", "no-store");
    const made = await tasks.resetFirstPassword(database, context.req.query("factor") === "1");
    return made ? context.json(made) : context.text(neverStarted, 409);
  });
  app.post(adminPaths.undivide, async (context) => {
    const made = await tasks.undivide(database, context.req.query("corp") ?? "");
    return made ? context.json(made) : context.text(notDivided, 409);
  });
}
