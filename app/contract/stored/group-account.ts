/** What other corps of the group owe this one for purchases that were paid with their cards. */
import { command } from "../command";
import { money, text } from "../field-kinds";
import { ledger } from "../ledger";
import { m } from "../messages";
import { resource } from "../resource";

/** Each corp whose cards were taken is an account: taken with its cards, and of that paid by it. */
export const groupCardLedger = ledger("smartcard", "groupCardLedger", {
  title: m.groupcard_ledger,
  path: "/smartCard/groupLedger",
  fun: "groupCardLedger",
  unit: "fen",
  figures: { taken: m.groupcard_taken, settled: m.groupcard_settled },
  kindsName: ["集团储值卡往来变动", "Movement with a company of the group"],
  kinds: {
    sale: { label: m.groupcard_move_sale, moves: { taken: 1 }, page: "/offlineOrderDetail?orderNo={source}" },
    saleBack: { label: m.groupcard_move_back, moves: { taken: -1 }, page: "/offlineOrderDetail?orderNo={source}" },
    settle: { label: m.groupcard_move_settle, moves: { settled: 1 } },
    settleBack: { label: m.groupcard_move_settle_back, moves: { settled: -1 } },
  },
  accounts: {
    issuer: text({ label: m.groupcard_issuer, max: 80, list: true, filter: "contains" }),
  },
});

const figure = { list: true, total: true, form: false, logged: false } as const;
const paid = {
  amount: money({ label: m.account_amount, required: true }),
  bankRef: text({ label: m.groupcard_bank_ref, required: true, max: 60 }),
};

export const groupCardAccount = resource("smartcard", "groupCardAccount", {
  title: m.groupcard_account,
  listTitle: m.groupcard_accounts,
  path: "/smartCard/groupAccounts",
  fun: "groupCardLedger",
  nameField: "issuer",
  readOnly: true,
  defaultSort: { field: "id", order: "asc" },
  whenEmpty: m.groupcard_no_account,
  links: [{ label: m.groupcard_ledger, to: "/smartCard/groupLedger?issuer={issuer}" }],
  fields: {
    issuer: text({ label: m.groupcard_issuer, max: 80, list: true, filter: "contains" }),
    taken: money({ label: m.groupcard_taken, default: 0, ...figure }),
    settled: money({ label: m.groupcard_settled, default: 0, ...figure }),
    /** Below zero where more was given back than is open: this corp owes the other one. */
    owed: money({ label: m.groupcard_owed, list: true, form: false }),
  },
  commands: {
    settle: command({ label: m.groupcard_settle, tone: "good", fields: paid }),
    settleBack: command({ label: m.groupcard_settle_back, tone: "bad", fields: paid }),
  },
});
