/** Business time of the corp that a call is made in: see `app/contract/business-time.ts`, which works it out. */
import { AsyncLocalStorage } from "node:async_hooks";
import { isZone, usualZone, zoneFrom } from "~/contract/business-time";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";

export {
  addDays,
  businessDay,
  clock,
  currentZone,
  endOfDay,
  momentOf,
  stamp,
  startOfDay,
  usualZone,
} from "~/contract/business-time";

const zones = new AsyncLocalStorage<string>();
zoneFrom(() => zones.getStore() ?? usualZone);

/** Does the work in a zone, with all that it awaits. What is no zone is taken for the usual one. */
export function inZone<T>(zone: string, work: () => T): T {
  return zones.run(isZone(zone) ? zone : usualZone, work);
}

/** For statements over the parameters of a corp, given as SQL: its zone, always a good one. */
export const zoneParameter = "timeZone";

/** The zone of the transaction's corp. */
export async function zoneOfCorp(tx: Transaction, corpCode: string): Promise<string> {
  const [row] = await prepared<{ zone: string }>(tx, zoneOf, [corpCode]);
  return row?.zone ?? usualZone;
}

const zoneOf = "select time_zone as zone from corp_zone where corp_code = $1";
