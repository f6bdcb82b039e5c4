/**
 * Which types the counter shows, in which order: those of its sales page in their groups, or all. What is reserved has a desk
 * of its own.
 */
import { reservationKind } from "~/contract/ticket/reservation-kind";
import type { Call } from "../../kernel/served";
import { counterChannel, type SaleContext } from "./sale-context";
import { groupsOf } from "./sales-page";
import { maySellOthers } from "./sales-page-sold";
import type { SoldType } from "./sold-type";

interface Offered {
  type: SoldType;
  group: string;
  beyondPage: boolean;
}

/** What is not on the page comes last, for who may sell it too. */
export async function offeredTypes(call: Call, { types, salesPage }: SaleContext): Promise<Offered[]> {
  const onCounter = types.filter(({ channels, kind }) => channels.includes(counterChannel) && kind !== reservationKind);
  if (!salesPage) return onCounter.map((type) => ({ type, group: "", beyondPage: false }));
  const byId = new Map(onCounter.map((type) => [type.id, type]));
  const onPage = groupsOf(salesPage.items).flatMap(({ heading, items }) =>
    items.flatMap(({ ticketTypeId }): Offered[] => {
      const type = byId.get(ticketTypeId);
      byId.delete(ticketTypeId);
      return type ? [{ type, group: heading, beyondPage: false }] : [];
    }),
  );
  if (!(await maySellOthers(call, salesPage))) return onPage;
  return [...onPage, ...[...byId.values()].map((type) => ({ type, group: "", beyondPage: true }))];
}
