/** Which calls are kept as rows, and how long: head office's, for all corps at once. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const callParameters = parameters({
  callLogSlowMs: {
    group: "other",
    place: 80,
    default: "1000",
    label: m.call_p_slow,
    help: m.call_p_slow_help,
    input: { kind: "number", min: 0, max: 60_000 },
    scope: "platform",
  },
  callLogSample: {
    group: "other",
    place: 81,
    default: "100",
    label: m.call_p_sample,
    help: m.call_p_sample_help,
    input: { kind: "number", min: 0, max: 100_000 },
    scope: "platform",
  },
  callLogDays: {
    group: "other",
    place: 82,
    default: "30",
    label: m.call_p_days,
    help: m.call_p_days_help,
    input: { kind: "number", min: 1, max: 400 },
    scope: "platform",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    calls: typeof callParameters;
  }
}
