/** A connected application of the tests: registered by the administrator, and signing its requests as partners do. */
import { randomUUID } from "node:crypto";
import { openCall } from "~/contract/open/call";
import { accessApp, renewAccessSecret } from "~/contract/platform/access-app";
import { signatureOf } from "~server/backend/business/open/signature";
import type { Reply, TestBackend } from "~tests/support/backend";
import { friday } from "~tests/support/park";

export interface Partner {
  id: number;
  code: string;
  secret: string;
}

/** What a test bends: a wrong secret, an old moment, a nonce again, another corp. */
export interface Bent {
  secret?: string;
  timestamp?: string;
  /** When it is sent; default: the moment of the test park. */
  at?: Date;
  nonce?: string;
  corpCode?: string;
  /** Signed, and not what is sent. */
  signedBody?: string;
}

export const allScopes = ["products", "orders", "query", "refunds", "changes"];

export async function createPartner(
  backend: TestBackend,
  fields: Record<string, unknown> = {},
  as = backend.admin,
): Promise<Partner> {
  const code = `ota${randomUUID().slice(0, 8)}`;
  const saved = await backend.call(
    accessApp.methods.save,
    {
      ...{ code, name: `伙伴 ${code}`, origin: null, remark: null, webhookUrl: null, scopes: allScopes },
      ...{ channel: "network", paymentType: "wechat", holdMinutes: 15, ratePerMinute: 600, ...fields },
    } as never,
    { as },
  );
  if (!saved.success) throw new Error(`accessAppSave: ${saved.message} ${JSON.stringify(saved.errors)}`);
  const { id } = saved.data as { id: number };
  const { data } = await backend.call(renewAccessSecret, { id }, { as });
  return { id, code, secret: data.secret };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are held against their schemas by the test of the documents
export type Answer = Reply<any>;

/** `target` below /open/v1. */
export function ask(
  backend: TestBackend,
  partner: Pick<Partner, "code" | "secret">,
  verb: "GET" | "POST",
  target: string,
  content?: unknown,
  bent: Bent = {},
): Promise<Answer> {
  const body = content === undefined ? "" : JSON.stringify(content);
  const { at = friday } = bent;
  const { timestamp = String(at.getTime()), nonce = randomUUID(), secret = partner.secret, corpCode = "" } = bent;
  const signed = { verb, target: `/open/v1${target}`, timestamp, nonce, body: bent.signedBody ?? body };
  const signature = signatureOf(secret, signed);
  const payload = { app: partner.code, verb, target: signed.target, timestamp, nonce, signature, body };
  return backend.call(openCall, payload, { as: "", corpCode: corpCode || "0001" }) as Promise<Answer>;
}

export const orderOf = (ticketTypeId: number, visitDay: string, fields: Record<string, unknown> = {}) => ({
  ...{ outerNo: randomUUID(), visitDay, lines: [{ ticketTypeId, quantity: 1 }] },
  ...{ contactName: "王芳", contactMobile: "13800138000", ...fields },
});
