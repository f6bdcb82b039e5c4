/** What a line of tickets keeps of the type and the price that it was sold under. */
import type { SoldType } from "./sold-type";

interface SoldAt {
  slot: string;
  policyId: number | null;
  policyName: string;
  validFrom: string;
  validTo: string;
}

export function termsOfSale(type: SoldType, { slot, policyId, policyName, validFrom, validTo }: SoldAt) {
  return {
    slot,
    facePrice: type.facePrice,
    listPrice: type.listPrice,
    policyId,
    policyName,
    realName: type.realName,
    refundRule: type.refundRule,
    refundBands: type.refundBands,
    ...(type.refundFrom === "slot" && { refundFrom: type.refundFrom }),
    validity: type.validity,
    validFrom,
    validTo,
    admissions: type.admissions,
    passInterval: type.passInterval,
    gateGroupId: type.gateGroupId,
    entryFrom: type.entryFrom,
    entryTo: type.entryTo,
    rules: type.rules,
    ...(type.expired && { expired: type.expired }),
    ...(type.change.what.length > 0 && { change: type.change }),
    ...(type.rules.concession && { concession: type.rules.concession }),
  };
}
