/** Whom orders are invoiced to where that is nobody's to choose: the agency they were sold to, or the party of the application. */
import type { Call } from "../../kernel/served";
import { applicationsOf } from "../open/order-of";
import { contractingParties } from "../travel/contracting-party";

export interface Party {
  by: "agency" | "application";
  /** Of the agency, or of the application. */
  id: number;
  name: string;
  /** "" where nobody has entered them yet. */
  title: string;
  taxNumber: string;
  bank: string;
  address: string;
}

/** By order; one that a customer bought from the house itself is left out. */
export async function partiesOf(call: Call, orderIds: readonly number[]): Promise<Map<number, Party>> {
  const applications = await applicationsOf(call, orderIds);
  const agencies = await contractingParties(call, orderIds);
  return new Map([
    ...[...applications].map(([orderId, application]): [number, Party] => [
      orderId,
      { by: "application", bank: "", address: "", ...application },
    ]),
    ...[...agencies].map(([orderId, { agencyId, name, title, taxNumber, bank, address }]): [number, Party] => [
      orderId,
      { by: "agency", id: agencyId, name, title, taxNumber, bank, address },
    ]),
  ]);
}

export const isSameParty = (one: Party | undefined, other: Party | undefined): boolean =>
  one?.by === other?.by && one?.id === other?.id;
