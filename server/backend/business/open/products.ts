/** What is sold on an application's channel on a day: as the counter has it, by the rules and prices of the channel. */

import type { z } from "zod";
import type { operations } from "~/contract/open/operations";
import { reservationKind } from "~/contract/ticket/reservation-kind";
import type { Call } from "../../kernel/served";
import { offerOf } from "../ticket/sale";
import { readSaleContext } from "../ticket/sale-context";
import { pricesOfAgency } from "../travel/sale-agency";
import type { Application } from "./authenticate";
import { notSoldNow } from "./mobile";
import { agencyOf, notSoldTo } from "./on-account";
import { ownOfTypes } from "./own";

type Products = typeof operations.products;

export async function products(
  call: Call,
  application: Application,
  { visitDay }: z.output<Products["takes"]>,
): Promise<z.output<Products["answers"]>> {
  const { channel } = application;
  const notNow = await notSoldNow(call, application, visitDay);
  const agency = await agencyOf(call, application);
  const notToIt = notSoldTo(call, agency);
  const context = await readSaleContext(call, visitDay, "all", { channel, ...(await pricesOfAgency(call, agency)) });
  const own = context.types.filter(({ channels, kind }) => channels.includes(channel) && kind !== reservationKind);
  const ownBy = await ownOfTypes(
    call,
    own.map(({ id }) => id),
  );
  return {
    visitDay,
    agency: agency?.name ?? "",
    products: own.map((type) => {
      const offer = offerOf(call, context, type);
      const { ticketTypeId, code, name, parkName, price, listPrice, realName, documents, visitorsEach } = offer;
      const { left, minPerOrder, maxPerOrder, whyNot } = offer;
      // Those that have closed are not sold any more: nobody has to ask about each.
      const slots = offer.slots
        .filter((one) => one.whyNot === "")
        .map(({ slot, price: each, left: places }) => ({ slot, price: each, left: places }));
      return {
        ...{ ticketTypeId, code, name, parkName, price, listPrice, realName, documents, visitorsEach },
        ...{ slots, left, minPerOrder, maxPerOrder, whyNot: notNow || notToIt || whyNot },
        own: ownBy.get(ticketTypeId) ?? {},
      };
    }),
  };
}
