/** Uploads and downloads of specification 7 on the dispatch API. */
import type { Context, Hono } from "hono";
import { downloadPaths, storedPrefixes, ticketUploadPath, uploadPaths } from "~/contract/files";
import type { Locale } from "~/contract/messages";
import { m } from "~/contract/messages";
import { successCode } from "~/contract/wire";
import { localeStorage, negotiateLocale } from "~/i18n/locale.server";
import { type Answer, logFailure, refused } from "../kernel/answers";
import { Unreadable } from "../kernel/body";
import { Invalid, NotFound } from "../kernel/refusal";
import { privateLink } from "./link";
import { download, ownRow, serveFile } from "./serve-file";
import { StoreFailed } from "./store-failed";
import { importTemplate } from "./template";
import { uploadByTicket } from "./tickets";
import { callerOf, endpoints, type FileService, upload } from "./upload";

export function mountFiles(app: Hono, service: FileService): void {
  for (const endpoint of endpoints) {
    app.post(endpoint.path, (context) =>
      answered(context, async (request) => {
        const paths = await upload(service, request, endpoint);
        return success(endpoint.path === uploadPaths.multiple ? paths : paths[0]);
      }),
    );
  }
  app.post(ticketUploadPath, (context) =>
    answered(context, async (request) => success(await uploadByTicket(service, request))),
  );
  for (const prefix of storedPrefixes) {
    app.get(`/${prefix}/*`, (context) => answered(context, (request) => serveFile(service, request)));
  }
  app.get(downloadPaths.file, (context) => answered(context, (request) => download(service, request)));
  app.get(downloadPaths.ski, (context) => answered(context, (request) => download(service, request, "ski")));
  app.get(downloadPaths.template, (context) =>
    answered(context, async (request) => {
      await callerOf(service, request);
      return importTemplate(new URL(request.url).searchParams.get("template") ?? "");
    }),
  );
  app.get(downloadPaths.privateLink, (context) =>
    answered(context, async (request) => {
      const path = new URL(request.url).searchParams.get("filePath") ?? "";
      if (!(await ownRow(service, request, path))) throw new NotFound(m.files_not_found());
      return success(privateLink(service.secret, path, service.now()));
    }),
  );
}

async function answered(context: Context, work: (request: Request) => Promise<Response>): Promise<Response> {
  const request = context.req.raw;
  const locale: Locale = negotiateLocale(request.headers.get("accept-language"));
  return localeStorage.run(locale, async () => {
    try {
      return await work(request);
    } catch (error) {
      const requestId = request.headers.get("x-request-id") ?? crypto.randomUUID();
      return json(withItsWords(error, refused(storeFailure(error, requestId), requestId)));
    }
  });
}

/** A store that does not answer is no fault of ours: the caller may try again, the log says what it was. */
function storeFailure(error: unknown, requestId: string): unknown {
  if (!(error instanceof StoreFailed)) return error;
  logFailure("error", error, requestId);
  return new Unreadable(503, m.files_store_down());
}

/** Callers of uploads show the message, and know no fields. */
function withItsWords(error: unknown, answer: Answer): Answer {
  const message = error instanceof Invalid ? Object.values(error.errors)[0]?.[0] : undefined;
  return message ? { ...answer, body: { ...answer.body, message } } : answer;
}

function success(data: unknown): Response {
  return json({ status: 200, body: { success: true, code: successCode, message: "", data } });
}

function json({ status, body }: Answer): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
