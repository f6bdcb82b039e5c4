/** The days that an order is for, as its pages show them. */
import type { OrderView } from "~/contract/order/order";

/** The first and the last of several. */
export const daysOf = ({ visitDay, lastVisitDay }: Pick<OrderView, "visitDay" | "lastVisitDay">): string =>
  [visitDay, lastVisitDay].filter(Boolean).join(" – ");
