/** A finished export on its way out, to the one who asked for it and nobody else. */
import { sql } from "drizzle-orm";
import type { Hono } from "hono";
import { z } from "zod";
import { exportFormats, exportPath } from "~/contract/export";
import { m } from "~/contract/messages";
import { tokenHeader } from "~/contract/wire";
import { localeStorage, negotiateLocale } from "~/i18n/locale.server";
import type { Database } from "../db/database";
import { disposition } from "../files/serve-file";
import { authenticate } from "../kernel/access";
import { refused } from "../kernel/answers";
import { NotFound, SignedOut } from "../kernel/refusal";
import { contentTypes } from "./formats";

const result = z.object({ name: z.string(), format: z.enum(exportFormats), size: z.number() });

export function mountExports(app: Hono, database: Database): void {
  app.get(exportPath, (context) => {
    const request = context.req.raw;
    return localeStorage.run(negotiateLocale(request.headers.get("accept-language")), async () => {
      try {
        return await download(database, request, context.req.query("jobId") ?? "");
      } catch (error) {
        const { status, body } = refused(error, request.headers.get("x-request-id") ?? crypto.randomUUID());
        return Response.json(body, { status });
      }
    });
  });
}

async function download(database: Database, request: Request, text: string): Promise<Response> {
  const jobId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
  const { corpCode, file } = await database.system(
    async (tx) => {
      const found = await authenticate(tx, request.headers.get(tokenHeader) ?? "", "signedIn");
      if (!found) throw new SignedOut(m.ops_signed_out());
      const { rows } = await tx.execute<{ result: unknown }>(sql`
        select result from job
        where corp_code = current_setting('app.corp_code') and id = ${jobId} and kind = 'export' and state = 'done'
          and account_id = ${found.caller.userId}
          and exists (select from export_part p where p.corp_code = job.corp_code and p.job_id = job.id)
      `);
      return { corpCode: found.caller.corpCode, file: rows[0] ? result.parse(rows[0].result) : null };
    },
    { readOnly: true },
  );
  if (!file) throw new NotFound(m.jobs_export_gone());
  return new Response(partsOf(database, corpCode, jobId), {
    headers: {
      "content-type": contentTypes[file.format],
      "content-disposition": disposition(file.name),
      "content-length": String(file.size),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** One part at a time, asked for when the reader has taken the one before. */
function partsOf(database: Database, corpCode: string, jobId: number): ReadableStream<Uint8Array> {
  let last = { section: -1, part: -1 };
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await database.tenant(
          corpCode,
          async (tx) => {
            const { rows } = await tx.execute<{ section: number; part: number; bytes: Buffer }>(sql`
              select section, part, bytes from export_part
              where job_id = ${jobId} and (section, part) > (${last.section}::int, ${last.part}::int)
              order by section, part
              limit 1
            `);
            return rows[0];
          },
          { readOnly: true },
        );
        if (!next) return controller.close();
        last = next;
        controller.enqueue(new Uint8Array(next.bytes));
      },
    },
    { highWaterMark: 1 },
  );
}
