/** What a stored-value card may hold at most: the law on prepaid cards tells named and unnamed ones apart. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const storedParameters = parameters({
  storedMostUnnamed: {
    group: "business",
    place: 90,
    default: "100000",
    label: m.stored_p_unnamed,
    help: m.stored_p_unnamed_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
  storedMostNamed: {
    group: "business",
    place: 91,
    default: "500000",
    label: m.stored_p_named,
    help: m.stored_p_named_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
  storedOfflineCard: {
    group: "business",
    place: 88,
    default: "5000",
    label: m.stored_p_offline_card,
    help: m.stored_p_offline_card_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
  storedOfflineBatch: {
    group: "business",
    place: 89,
    default: "200000",
    label: m.stored_p_offline_batch,
    help: m.stored_p_offline_batch_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    stored: typeof storedParameters;
  }
}
