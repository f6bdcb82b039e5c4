/** Sixty days of the demonstration: what was ordered, by whom, at what price. Rows as the tables have them. */

import type { PricePolicy } from "~/contract/ticket/price";
import { allocate } from "../../../kernel/allocate";
import { businessDay, startOfDay } from "../../../kernel/business-time";
import { type Chance, identityOf, mobileOf, personName } from "../../../seed/people";
import type { DemoPeople, Staff } from "../../manifest";
import { addDays, weekdayOf } from "../rules/days";
import { resolvePrice } from "../rules/price";
import { validityOf } from "../rules/sellable";
import { basketOf, type Channel, leadOf, ordersOf, paymentOf, timeOfSale } from "./baskets";
import type { Catalogue, SoldType } from "./catalogue";

export interface World extends DemoPeople {
  chance: Chance;
  now: Date;
  catalogue: Catalogue;
  holidays: Map<string, boolean>;
}

export interface DemoTicket {
  type: SoldType;
  line: DemoLine;
  price: number;
  admissions: number;
  used: number;
  state: string;
  holderName: string;
  holderIdentity: string;
  lastPassedAt: Date | null;
  lastGateId: number | null;
}

export interface DemoLine {
  type: SoldType;
  slot: string;
  quantity: number;
  unitPrice: number;
  discount: number;
  policyId: number | null;
  policyName: string;
  validFrom: string;
  validTo: string;
  tickets: DemoTicket[];
}

export interface DemoOrder {
  channel: Channel;
  at: Date;
  visitDay: string;
  contactName: string;
  contactMobile: string;
  seller: Staff;
  pos: { id: number; name: string } | null;
  paymentType: string;
  discount: number;
  lines: DemoLine[];
  /** Nobody paid for it. */
  free?: true;
}

const days = 60;

/** All orders up to now, oldest first. */
export function inventOrders(world: World): DemoOrder[] {
  const { chance, now, holidays } = world;
  const today = businessDay(now);
  const orders: DemoOrder[] = [];
  for (let back = days - 1; back >= 0; back -= 1) {
    const day = addDays(today, -back);
    const weekend = weekdayOf(day) >= 5 && holidays.get(day) !== true;
    const kind = holidays.get(day) === false ? "holiday" : weekend ? "weekend" : "working";
    for (const [channel, number] of ordersOf(chance, kind)) {
      for (let n = 0; n < number; n += 1) {
        const at = new Date(startOfDay(day).getTime() + timeOfSale(chance, channel));
        if (at < now) orders.push(inventOrder(world, channel, day, at));
      }
    }
  }
  return orders.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function inventOrder(world: World, channel: Channel, day: string, at: Date): DemoOrder {
  const { chance, catalogue, seller, manager, say } = world;
  const atCounter = channel === "window";
  const evening = at.getTime() > startOfDay(day).getTime() + 15 * 3_600_000;
  const visitDay = addDays(day, Math.max(leadOf(chance, channel), evening && !atCounter ? 1 : 0));
  const contactName = atCounter && chance.happens(0.7) ? "" : say(personName(chance));
  const order: DemoOrder = {
    channel,
    at,
    visitDay,
    contactName,
    contactMobile: contactName === "" ? "" : mobileOf(chance),
    seller: atCounter ? (chance.happens(0.85) ? seller : manager) : { id: 0, name: "" },
    pos: null,
    paymentType: paymentOf(chance, channel),
    discount: 0,
    lines: [],
  };
  for (const [code, quantity] of basketOf(chance, channel)) {
    const type = catalogue.types.find((one) => one.code === code);
    if (type) order.lines.push(inventLine(world, order, type, quantity));
  }
  if (atCounter) order.pos = pointFor(world, order);
  const total = order.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  if (order.seller === manager && chance.happens(0.2)) order.discount = Math.min(total, chance.pick([500, 1000, 2000]));
  issue(world, order);
  return order;
}

function pointFor({ catalogue, chance }: World, { lines }: DemoOrder) {
  const points = catalogue.points.filter(({ parkId }) => parkId === lines[0]?.type.parkId);
  return chance.pick(points);
}

function inventLine(world: World, order: DemoOrder, type: SoldType, quantity: number): DemoLine {
  const { chance, catalogue, holidays } = world;
  const { visitDay, at, channel } = order;
  const { slots } = type;
  const slot = slots.length > 0 ? chance.pick(slots) : "";
  const own = catalogue.policies.filter(({ ticketTypeId }) => ticketTypeId === type.id) as unknown as PricePolicy[];
  const { price, policy } = resolvePrice(own, type.listPrice, {
    day: visitDay,
    weekday: weekdayOf(visitDay),
    holiday: holidays.get(visitDay) === false,
    makeUp: holidays.get(visitDay) === true,
    slot,
    channel,
    group: "retail",
  });
  const { validFrom, validTo } = validityOf(type, { visitDay, now: at });
  return {
    type,
    slot,
    quantity,
    unitPrice: price,
    discount: 0,
    policyId: policy?.id ?? null,
    policyName: policy?.name ?? "",
    validFrom,
    validTo,
    tickets: [],
  };
}

/** Tickets, with the order's discount spread over lines and tickets to the fen, as the sale does it. */
function issue({ chance, say }: World, order: DemoOrder): void {
  const discounts = allocate(
    order.discount,
    order.lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
  );
  order.lines.forEach((line, index) => {
    line.discount = discounts[index] ?? 0;
    const shares = allocate(line.discount, Array<number>(line.quantity).fill(line.unitPrice));
    line.tickets = shares.map((share) => ({
      type: line.type,
      line,
      price: line.unitPrice - share,
      admissions: line.type.admissions ?? 1,
      used: 0,
      state: "issued",
      holderName: line.type.realName === "perTicket" ? say(personName(chance)) : "",
      holderIdentity: line.type.realName === "perTicket" ? identityOf(chance) : "",
      lastPassedAt: null,
      lastGateId: null,
    }));
  });
}
