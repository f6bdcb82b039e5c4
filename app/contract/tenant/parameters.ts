/** How long a tenant is warned before its contract ends, and how long it reads on afterwards. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const tenantParameters = parameters({
  tenantWarnDays: {
    group: "edition",
    place: 30,
    default: "30",
    label: m.tenant_p_warn,
    help: m.tenant_p_warn_help,
    input: { kind: "number", min: 0, max: 365 },
    scope: "platform",
  },
  tenantReadingDays: {
    group: "edition",
    place: 31,
    default: "30",
    label: m.tenant_p_reading,
    help: m.tenant_p_reading_help,
    input: { kind: "number", min: 0, max: 365 },
    scope: "platform",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    tenant: typeof tenantParameters;
  }
}
