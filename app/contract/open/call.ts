/** A request of a connected application, as the edge hands it on: whose it is, and that it is whole, its signature says. */
import { z } from "zod";
import { type Trace, yuanOf } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { openMethod, openMostBody } from "../open-wire";
import { sensitivity } from "../sensitivity";

/** Milliseconds that a clock may be off. */
export const openTolerance = 5 * 60_000;

const short = (most: number) => z.string().min(1).max(most);

export const openCall = method("order", openMethod, {
  payload: z.object({
    app: short(60),
    verb: z.enum(["GET", "POST"]),
    /** Path and query, as they were sent. */
    target: short(500),
    /** Milliseconds since 1970. */
    timestamp: z.string().regex(/^\d{13}$/, { error: () => m.v_invalid() }),
    nonce: z.string().regex(/^[A-Za-z0-9._-]{8,64}$/, { error: () => m.v_invalid() }),
    signature: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: () => m.v_invalid() })
      .register(sensitivity, { kind: "secret" }),
    body: z.string().max(openMostBody).default("").register(sensitivity, { kind: "personal" }),
  }),
  /** By the operation: see `operations.ts`. */
  answer: z.unknown(),
  access: "public",
  writes: true,
  audit: false,
  told: openTold,
});

/** An entry about an order that an application placed. */
export function openTold({ name, after }: Trace): string {
  const amount = yuanOf(after?.payable);
  if (after?.did === "placed") return m.open_did_placed({ name, amount });
  if (after?.did === "paid") return m.open_did_paid({ name, amount });
  if (after?.did === "onAccount") return m.open_did_on_account({ name, amount });
  if (after?.did === "late") return m.open_did_late({ name, amount });
  if (after?.did === "lapsed") return m.open_did_lapsed({ name });
  return m.open_did_cancelled({ name });
}
