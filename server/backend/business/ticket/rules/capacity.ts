/** What the limits of a park say of a number of people. Pure. */
import { m } from "~/contract/messages";
import type { capacityLevels } from "~/contract/ticket/capacity";

export interface CapacityOfDay {
  day: string;
  parkId: number;
  parkName: string;
  dayMax: number;
  /** Percent. */
  warnAt: number;
  /** At the limit sales and entries stop; else it only warns. */
  stops: boolean;
  /** Tickets that are good for the day already. */
  people: number;
}

/** How many a sale brings to a park on a day. */
export type PeopleOfDay = (where: Pick<CapacityOfDay, "day" | "parkId">) => number;

/** Why no more of them may be sold; "" when they may. */
export function capacityWhyNot(
  { day, parkName: park, dayMax: max, stops, people }: CapacityOfDay,
  quantity: number,
): string {
  if (!stops || people + quantity <= max) return "";
  const left = max - people;
  return left <= 0 ? m.capacity_day_full({ park, day, max }) : m.capacity_day_left({ park, day, left, quantity });
}

export function levelOf(people: number, max: number, warnAt: number): (typeof capacityLevels)[number] {
  if (people >= max) return "full";
  return people * 100 >= max * warnAt ? "near" : "calm";
}
