/** How long what was delivered to other systems is kept: head office's, for all corps at once. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const openParameters = parameters({
  deliveryDays: {
    group: "other",
    place: 84,
    default: "90",
    label: m.open_p_delivery_days,
    help: m.open_p_delivery_days_help,
    input: { kind: "number", min: 7, max: 3650 },
    scope: "platform",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    open: typeof openParameters;
  }
}
