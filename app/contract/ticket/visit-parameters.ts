/** System parameters of closures. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const visitParameters = parameters({
  /** Fen: giving back more than this for a closed day waits for a second person. */
  closureApprovalLimit: {
    group: "business",
    place: 14,
    default: "1000000",
    label: m.closure_p_limit,
    help: m.closure_p_limit_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    visits: typeof visitParameters;
  }
}
