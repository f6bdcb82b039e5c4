/** What an order says in the fields that its corp has added to orders. It is filled in on a page of its own, sold or not. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { ownFieldViews, ownValues } from "../own-fields";
import { optionsByField } from "../resource-lists";
import { id, wholeNumber } from "../validators";

/** Those who see the order fill it in: `order:own`. */
export const orderOwn = method("order", "orderOwn", {
  payload: z.object({ id }),
  answer: z.object({
    orderNo: z.string(),
    offline: z.boolean(),
    /** Another one whenever the values are others. */
    rowVersion: z.number(),
    fields: ownFieldViews,
    values: ownValues,
    options: optionsByField,
  }),
  access: { fun: ["networkOrderList", "offlineOrderList", "buyTktLog"] },
});

/** Of fields that are not spoken of values stay. Errors stand at `own_<code>`. */
export const orderOwnSave = method("order", "orderOwnSave", {
  payload: z.object({
    id,
    rowVersion: wholeNumber(0).optional(),
    own: z.record(z.string().max(40), z.union([z.string().max(4_000), z.number(), z.null()])),
  }),
  answer: z.object({ id }),
  told: ({ name }) => m.own_order_told({ name }),
  access: { fun: ["networkOrderList", "offlineOrderList", "buyTktLog"], button: "order:own" },
  writes: true,
});
