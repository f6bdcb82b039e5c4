/** System parameters of orders. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const orderParameters = parameters({
  /** Fen: a refund above it waits for a second person. */
  refundApprovalLimit: {
    group: "business",
    place: 10,
    default: "50000",
    label: m.system_p_refund_limit,
    help: m.system_p_refund_limit_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
  /** The counter sells in an open shift alone, at the till of the shift. */
  saleNeedsShift: {
    group: "business",
    place: 16,
    default: "F",
    label: m.system_p_sale_shift,
    help: m.system_p_sale_shift_help,
    input: { kind: "flag" },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    order: typeof orderParameters;
  }
}
