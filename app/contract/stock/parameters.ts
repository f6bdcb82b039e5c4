/** Up to what value people decide about bills of their own, and counts need no second person. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const stockParameters = parameters({
  /** Fen: up to it who made a bill may approve it. */
  stockOwnApproval: {
    group: "business",
    place: 100,
    default: "0",
    label: m.stock_p_own,
    help: m.stock_p_own_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
  /** Fen: differences of a count above it are counted again by another person. */
  stockRecountAbove: {
    group: "business",
    place: 101,
    default: "50000",
    label: m.stock_p_recount,
    help: m.stock_p_recount_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    stock: typeof stockParameters;
  }
}
