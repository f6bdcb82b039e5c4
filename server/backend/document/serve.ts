/** The OpenAPI document over HTTP. It holds no secret, but who may do what is nobody's business outside. */
import type { Hono } from "hono";
import type { Business } from "~/contract/method";
import { openApiPath, tokenHeader } from "~/contract/wire";
import { localeStorage, negotiateLocale } from "~/i18n/locale.server";
import type { Database } from "../db/database";
import { authenticate } from "../kernel/access";
import { refused } from "../kernel/answers";
import { SignedOut } from "../kernel/refusal";
import { openApiDocument } from "./openapi";

export function mountOpenApi(app: Hono, database: Database, paths: Partial<Record<Business, string>>): void {
  let text: string | undefined;
  app.get(openApiPath, (context) => {
    const { headers } = context.req.raw;
    return localeStorage.run(negotiateLocale(headers.get("accept-language")), async () => {
      try {
        const token = headers.get(tokenHeader) ?? "";
        const found = await database.system((tx) => authenticate(tx, token, "signedIn"), { readOnly: true });
        if (!found) throw new SignedOut();
        text ??= JSON.stringify(openApiDocument(paths));
        return new Response(text, { headers: { "content-type": "application/json; charset=utf-8" } });
      } catch (error) {
        const { status, body } = refused(error, headers.get("x-request-id") ?? crypto.randomUUID());
        return Response.json(body, { status });
      }
    });
  });
}
