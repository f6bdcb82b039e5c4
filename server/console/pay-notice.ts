/**
 * Notices of payment companies, handed on to the dispatch API as they come: no session, no cookie, and the path is not to be
 * guessed. The dispatch API looks at the signature, which is over the bytes of the body.
 */
import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { DispatchSettings } from "../dispatch/client";
import { log } from "../log";

const mostBytes = 32 * 1024;
/** Milliseconds: the companies wait five seconds and come again. */
const patience = 5_000;
/** What signatures are made of, beside the body. */
const passed = ["content-type", "wechatpay-timestamp", "wechatpay-nonce", "wechatpay-serial", "wechatpay-signature"];

export function payNotices(app: Hono<{ Bindings: HttpBindings }>, dispatch: DispatchSettings): void {
  app.post("/payNotice/:key", async (context) => {
    const request = context.req.raw;
    const length = request.headers.get("content-length");
    if (length === null || Number(length) > mostBytes) return no(413);
    const headers = new Headers();
    for (const name of passed) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    try {
      const answer = await fetch(
        new URL(`/payNotice/${encodeURIComponent(context.req.param("key"))}`, dispatch.baseUrl),
        {
          ...{ method: "POST", headers, body: await request.arrayBuffer(), redirect: "error" },
          signal: AbortSignal.timeout(patience),
        },
      );
      const type = answer.headers.get("content-type") ?? "text/plain";
      return new Response(await answer.text(), { status: answer.status, headers: { "content-type": type } });
    } catch (error) {
      log("warn", "pay-notice", { message: String(error) });
      return no(502);
    }
  });
}

const no = (status: number) => new Response("", { status, headers: { "cache-control": "no-store" } });
