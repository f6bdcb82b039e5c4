/** System parameters of gates. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const ticketParameters = parameters({
  /** Minutes that a gate's clock may be fast. */
  gateClockMinutes: {
    group: "business",
    place: 40,
    default: "10",
    label: m.system_p_gate_clock,
    help: m.system_p_gate_clock_help,
    input: { kind: "number", min: 1, max: 120 },
    scope: "corp",
  },
  /** Days for which a gate's passages are taken after they happened. */
  gateUploadDays: {
    group: "business",
    place: 50,
    default: "7",
    label: m.system_p_gate_upload,
    help: m.system_p_gate_upload_help,
    input: { kind: "number", min: 1, max: 60 },
    scope: "corp",
  },
  /** Tickets carry a signed code, which a gate without a line judges also where the ticket was sold after it fetched. */
  signedTicketCodes: {
    group: "business",
    place: 60,
    default: "F",
    label: m.system_p_signed_codes,
    help: m.system_p_signed_codes_help,
    input: { kind: "flag" },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    ticket: typeof ticketParameters;
  }
}
