/** How long seats are held for whoever chooses them, and until when they are given back. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const theatreParameters = parameters({
  /** Minutes. */
  theatreHoldMinutes: {
    group: "business",
    place: 120,
    default: "10",
    label: m.theatre_p_hold,
    help: m.theatre_p_hold_help,
    input: { kind: "number", min: 1, max: 60 },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    theatre: typeof theatreParameters;
  }
}
