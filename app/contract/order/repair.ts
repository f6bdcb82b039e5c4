/**
 * Repair of one order (`/orderRepair`): issue what is missing, send the numbers again, ask what became of its payment, close
 * it unpaid. Each has a reason, none moves money.
 */
import { z } from "zod";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { method } from "../method";
import { fen, id, idempotencyKey, textOf } from "../validators";
import { repairActions } from "./repair-actions";

const action = z.enum(repairActions);

export const getRepair = method("order", "getRepair", {
  payload: z.object({ orderNo: z.string().max(40) }),
  answer: z.object({
    order: z.object({
      id,
      orderNo: z.string(),
      offline: z.boolean(),
      state: z.string(),
      paid: fen,
      refunded: fen,
      quantity: z.number(),
      /** Pieces that there are of them. */
      issued: z.number(),
    }),
    /** Each with why it cannot be given, in the caller's language; "" when it can. */
    actions: z.array(z.object({ action, whyNot: z.string() })),
    /** Abnormal records of it that nobody has handled. */
    open: z.number(),
    /** Newest first. */
    repairs: z.array(z.object({ at: z.string(), action, by: z.string(), reason: z.string(), outcome: z.string() })),
  }),
  access: { fun: "orderRepair" },
});

export const repairOrder = method("order", "repairOrder", {
  payload: z.object({ orderId: id, action, reason: textOf(200), idempotencyKey }),
  /** What came of it, in words. */
  answer: z.object({ orderNo: z.string(), outcome: z.string() }),
  access: { fun: "orderRepair", button: "order:repair" },
  writes: true,
  told: ({ name }) => m.repair_did({ name }),
  idempotent: true,
});

export const repairMenu = menuEntries({
  orderRepair: {
    ...{ group: "orders", place: 50, label: m.fun_order_repair, url: "/orderRepair", built: true },
    buttons: { "order:repair": m.repair_button },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    repair: typeof repairMenu;
  }
}
