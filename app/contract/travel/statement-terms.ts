/** Menu, parameter and dictionary of statements. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const statementMenu = menuEntries({
  statementList: {
    ...{ group: "trade", built: true, place: 70, label: m.fun_statement_list, url: "/travel/statementList" },
    money: {
      "agencyStatement:close": true,
      "agencyStatement:allocate": true,
      "agencyStatement:writeOff": "statementWriteOffApproval",
      "agencyStatement:writeOffDecide": true,
    },
  },
});

export const statementParameters = parameters({
  /** Fen: more than it is written off by two people. */
  statementWriteOffApproval: {
    group: "business",
    place: 96,
    default: "100000",
    label: m.bill_p_write_off,
    help: m.bill_p_write_off_help,
    input: { kind: "money", max: 100_000_000_000 },
    scope: "corp",
  },
});

export const statementDictionaries = dictionaries({
  agencyStatementState: {
    name: ["结算单状态", "Statement status"],
    items: [
      ["draft", "草稿", "Draft", "calm"],
      ["sent", "已发送", "Sent", "accent"],
      ["disputed", "有异议", "Disputed", "bad"],
      ["confirmed", "已确认", "Confirmed", "accent"],
      ["closed", "已关账", "Closed", "accent"],
      ["partlyPaid", "部分收款", "Partly paid", "accent"],
      ["paid", "已收齐", "Paid", "good"],
      ["writtenOff", "已核销", "Written off", "calm"],
      ["void", "作废", "Void", "calm"],
    ],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    agencyStatements: typeof statementMenu;
  }
}
declare module "../parameter-declaration" {
  interface BusinessParameters {
    agencyStatements: typeof statementParameters;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    agencyStatements: typeof statementDictionaries;
  }
}
