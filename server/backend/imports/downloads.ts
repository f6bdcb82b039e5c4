/** Files that an import hands out: the template of a resource, and what was sent with what is wrong beside it. */
import type { Context, Hono } from "hono";
import { type ImportMethods, importPaths } from "~/contract/import";
import type { ImportFormat } from "~/contract/import-formats";
import { type Locale, m } from "~/contract/messages";
import { tokenHeader } from "~/contract/wire";
import { localeStorage, negotiateLocale } from "~/i18n/locale.server";
import type { Database } from "../db/database";
import { contentTypes } from "../exports/formats";
import { disposition } from "../files/serve-file";
import { authenticate, refuseUnlessAllowed } from "../kernel/access";
import { refused } from "../kernel/answers";
import { noNumbers } from "../kernel/numbers";
import { NotFound, SignedOut } from "../kernel/refusal";
import { noKey } from "../kernel/secret-box";
import type { Call, ImportTarget, Served } from "../kernel/served";
import { errorsFile } from "./errors-file";
import { templateFile } from "./template";

interface Service {
  database: Database;
  served: Served[];
  now: () => Date;
}

interface NamedFile {
  name: string;
  format: ImportFormat;
  bytes: Buffer;
}

export function mountImports(app: Hono, service: Service): void {
  app.get(importPaths.template, (context) =>
    answered(context, service, async (call, target, query) => {
      const format = query.get("format") === "csv" ? "csv" : "xlsx";
      const name = `${m.imports_template_name({ title: target.resource.title() })}.${format}`;
      return { name, format, bytes: await templateFile(call, target, format) };
    }),
  );
  app.get(importPaths.errors, (context) =>
    answered(context, service, (call, target, query) => errorsFile(call, target, query.get("id") ?? "")),
  );
}

type Work = (call: Call, target: ImportTarget, query: URLSearchParams) => Promise<NamedFile>;

function answered(context: Context, service: Service, work: Work): Promise<Response> {
  const request = context.req.raw;
  const locale = negotiateLocale(request.headers.get("accept-language"));
  return localeStorage.run(locale, async () => {
    try {
      return await fileOf(request, service, locale, work);
    } catch (error) {
      const { status, body } = refused(error, request.headers.get("x-request-id") ?? crypto.randomUUID());
      return Response.json(body, { status });
    }
  });
}

/** Under the right of the resource's imports. */
async function fileOf(request: Request, { database, served, now }: Service, locale: Locale, work: Work) {
  const query = new URL(request.url).searchParams;
  const target = served.find(
    ({ imports }) =>
      imports?.resource.noun === query.get("noun") && imports.resource.business === query.get("business"),
  )?.imports;
  const methods: ImportMethods | null = target?.resource.imports ?? null;
  if (!target || !methods) throw new NotFound();
  const file = await database.system(
    async (tx) => {
      const found = await authenticate(tx, request.headers.get(tokenHeader) ?? "", methods.get.access);
      if (!found) throw new SignedOut(m.ops_signed_out());
      await refuseUnlessAllowed(tx, found, methods.get.access);
      const call: Call = {
        db: tx,
        caller: found.caller,
        locale,
        now: now(),
        requestId: "",
        backend: served,
        secrets: noKey,
        may: async () => false,
        opens: async () => false,
        texts: { send: () => {}, needsMobile: false },
        numbers: noNumbers,
        audit: () => {},
      };
      return work(call, target, query);
    },
    { readOnly: true },
  );
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      "content-type": contentTypes[file.format],
      "content-disposition": disposition(file.name),
      "content-length": String(file.bytes.length),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
