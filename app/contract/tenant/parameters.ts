/** How long a tenant is warned before its contract ends, how long it reads on afterwards, and how long what it did is kept. */
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
  retentionTrialDays: {
    group: "edition",
    place: 32,
    default: "90",
    label: m.retention_p_trial,
    help: m.retention_p_trial_help,
    input: { kind: "number", min: 0, max: 365 },
    scope: "platform",
  },
  retentionMoneyYears: {
    group: "edition",
    place: 33,
    default: "30",
    label: m.retention_p_money,
    help: m.retention_p_money_help,
    input: { kind: "number", min: 0, max: 99 },
    scope: "platform",
  },
  retentionTradeYears: {
    group: "edition",
    place: 34,
    default: "3",
    label: m.retention_p_trade,
    help: m.retention_p_trade_help,
    input: { kind: "number", min: 0, max: 99 },
    scope: "platform",
  },
  retentionTraceYears: {
    group: "edition",
    place: 35,
    default: "1",
    label: m.retention_p_traces,
    help: m.retention_p_traces_help,
    input: { kind: "number", min: 0, max: 99 },
    scope: "platform",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    tenant: typeof tenantParameters;
  }
}
