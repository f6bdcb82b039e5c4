/**
 * The tables of cases, published at `/gate-device/cases.js` beside the rules: whoever writes software of a gate plays them
 * against what judges there. The tests of the server and of the phone gate play the same ones.
 */
import codes from "~/contract/ticket/gate-rules/code-cases.json";
import signed from "~/contract/ticket/gate-rules/signed-cases.json";
import { usualGate, usualTicket } from "./gate-cases";

export { cardCases } from "./card-cases";
export { cases } from "./gate-cases";
/** What a gate fetched, in its order, and what it then makes of a code. */
export { packageCases } from "./package-cases";

/** What was scanned, and what `recognise` and `shownCode` make of it. */
export const codeCases = codes;

/** Of the ticket that each code says: its type, and the gate where it is shown. */
const { ticketTypeName, parkId, parkName, gateGroupId, gateGroupName, entryFrom, entryTo, passInterval, rules } =
  usualTicket;
const { ticketTypeId } = signed;

/** Signed codes, with the keys that a gate was told of; those of `withdrawn` it is not told of. */
export const signedCases = {
  ...signed,
  gate: usualGate,
  type: {
    ...{ ticketTypeId, ticketTypeName, parkId, parkName, gateGroupId, gateGroupName },
    ...{ entryFrom, entryTo, passInterval, rules },
  },
};
