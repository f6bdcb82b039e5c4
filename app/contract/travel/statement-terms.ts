/** Menu, parameter and dictionary of statements. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const statementMenu = menuEntries({
  statementList: {
    ...{ group: "trade", built: true, place: 70, label: m.fun_statement_list, url: "/travel/statementList" },
    buttons: { "agencyStatement:dispute": m.bill_dispute },
    money: {
      "agencyStatement:close": true,
      "statementDispute:moveOut": true,
      "agencyStatement:allocate": true,
      "agencyStatement:writeOff": "statementWriteOffApproval",
      "agencyStatement:writeOffDecide": true,
    },
  },
  receiptList: { group: "trade", built: true, place: 71, label: m.fun_receipt_list, url: "/travel/receiptList" },
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
  /** T: statements that are due are made every night; F: somebody presses for them. */
  statementsByNight: {
    group: "business",
    place: 97,
    default: "F",
    label: m.bill_p_night,
    help: m.bill_p_night_help,
    input: { kind: "flag" },
    scope: "corp",
  },
});

export const statementDictionaries = dictionaries({
  statementCycle: {
    name: ["结算周期", "Statement period"],
    items: [
      ["week", "按周", "Weekly"],
      ["month", "按月", "Monthly"],
    ],
  },
  statementBasis: {
    name: ["结算口径", "Statement basis"],
    items: [
      ["sale", "按售票日", "Day of sale"],
      ["admission", "按入园日", "Day of admission"],
    ],
  },
  statementLineSide: {
    name: ["结算明细方向", "Side of a statement's line"],
    items: [
      ["sold", "消费", "Sold"],
      ["back", "退回", "Taken back"],
    ],
  },
  statementDisputeState: {
    name: ["结算异议状态", "Status of a disputed line"],
    items: [
      ["open", "待答复", "To be answered", "bad"],
      ["kept", "维持", "Line stands", "calm"],
      ["movedOut", "移出本期", "Taken out", "good"],
    ],
  },
  agencyReceiptKind: {
    name: ["旅行社收款类别", "Kind of an agency's receipt"],
    items: [
      ["topUp", "收款", "Paid in"],
      ["rebate", "返利", "Rebate"],
      ["reward", "导游奖励", "Guide reward"],
      ["deposit", "保证金", "Deposit"],
      ["paidBack", "奖励退回", "Reward paid back"],
    ],
  },
  agencyReceiptState: {
    name: ["旅行社收款状态", "Status of an agency's receipt"],
    items: [
      ["open", "未核对", "Not allocated", "bad"],
      ["partly", "部分核对", "Partly allocated", "accent"],
      ["allocated", "已核对", "Allocated", "good"],
      ["none", "不参与核对", "Not for statements", "calm"],
    ],
  },
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
      ["writtenOff", "坏账已核销", "Written off", "calm"],
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
