/** Menu and parameters of agencies' money. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const accountMenu = menuEntries({
  agencyLedger: { group: "trade", built: true, place: 12, label: m.account_ledger, url: "/travel/ledger" },
  agencyExposure: { group: "trade", built: true, place: 14, label: m.account_exposure, url: "/travel/exposure" },
});

export const accountParameters = parameters({
  /** Fen: a credit limit above it waits for a second person. */
  agencyLimitApproval: {
    group: "business",
    place: 94,
    default: "5000000",
    label: m.account_p_limit,
    help: m.account_p_limit_help,
    input: { kind: "money", max: 100_000_000_000 },
    scope: "corp",
  },
  /** Fen: more than it from somebody else than the contract names is taken by two people. */
  agencyPayerApproval: {
    group: "business",
    place: 98,
    default: "0",
    label: m.account_p_payer,
    help: m.account_p_payer_help,
    input: { kind: "money", max: 100_000_000_000 },
    scope: "corp",
  },
  agencyCreditDays: {
    group: "business",
    place: 95,
    default: "60",
    label: m.account_p_days,
    help: m.account_p_days_help,
    input: { kind: "number", min: 0, max: 3650 },
    scope: "corp",
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    agencyAccounts: typeof accountMenu;
  }
}
declare module "../parameter-declaration" {
  interface BusinessParameters {
    agencyAccounts: typeof accountParameters;
  }
}
