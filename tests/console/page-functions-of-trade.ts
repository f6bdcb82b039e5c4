/** Of the travel trade: who sells to it, its prices and guides (see `page-functions.ts`). */
import { changing, importing, type Opening, openedBy as of, reading, switching, writing } from "./page-shapes";

export const tradePages: [string, Opening][] = [
  ...of("/regionalPlan/regions", "regionalPlan", importing),
  ...of("/regionalPlan/targets", "regionalPlan", importing),
  ["/regionalPlan/index", ["regionalPlan"]],
  ...of("/addSalesmanManage", "addSalesmanManage", [
    ...importing,
    ...["/:id/leave", "/:id/rejoin", "/:id/handOver", "/:id/left"],
  ]),
  ...of("/departmentHeadManageEdit", "departmentHeadManageEdit", importing),
  ...of("/travel/agencyList", "agencyList", [
    ...importing,
    ...switching,
    ...["/:id/close", "/:id/topUp", "/:id/withdraw", "/:id/changeLimit", "/:id/allowOrder"],
    ...["/:id/takeDeposit", "/:id/returnDeposit"],
  ]),
  ...of("/travel/agencyContacts", "agencyList", [...writing, "/:id/makeMain"]),
  ...of("/travel/agencyShares", "agencyList", [...changing, "/new", "/:id/changeLimit", "/:id/end", "/:id/reopen"]),
  ...of("/travelInfo/travelAgreedTicketNumDetail", "travelAgreedTicketNumDetail", [
    ...writing,
    ...["/:id/book", "/:id/takeBack", "/:id/cancel", "/:id/standing"],
  ]),
  ["/travelInfo/createCustomer", ["createCustomer"]],
  ["/travelLogDetail", ["travelLogDetail"]],
  ...of("/travel/exposure", "agencyExposure", ["", "/file"]),
  ["/travel/agencyList/:id/account", ["agencyLedger"]],
  ...of("/travel/ledger", "agencyLedger", [...reading, "/standing"]),
  ...of("/travel/statementList", "statementList", [
    ...writing,
    ...["/:id/send", "/:id/dispute", "/:id/confirm", "/:id/close", "/:id/allocate", "/:id/writeOff", "/:id/cancel"],
    "/:id/rows",
    "/:id/file",
    "/due",
  ]),
  ...of("/travel/receiptList", "receiptList", reading),
  ...of("/travel/statementDisputes", "statementList", [...reading, "/:id/keep", "/:id/moveOut"]),
  ...of("/travelInfo/singVerification", "singVerification", [
    ...reading,
    "/:id/approve",
    "/:id/reject",
    "/:id/resubmit",
  ]),
  ...of("/travel/agreementList", "agencyAgreement", [...writing, "/:id/sign", "/:id/cancel"]),
  ...of("/travel/travelPriceGroup", "travelPriceGroup", [...importing, ...switching]),
  ...of("/travelInfo/travelTypePrice", "travelTypePrice", [...importing, ...switching]),
  ["/travelInfo/travelTypePrice/why", ["travelTypePrice", "agencyList", "travelPriceGroup"]],
  ["/travelInfo/guiderNumDetail", ["guiderNumDetail"]],
  ["/travelInfo/guiderNumDetail/file", ["guiderNumDetail"]],
  ...of("/travelInfo/guideRewards", "guideRewards", [
    ...reading,
    ...["/:id/approve", "/:id/pay", "/:id/clawBack", "/:id/cancel", "/month"],
  ]),
  ...of("/travelInfo/guideRewards/rules", "guideRewards", [...writing, ...switching]),
  ...of("/travelInfo/guideRewards/payees", "guideRewards", [...writing, ...switching]),
  ...of("/travelInfo/reception", "receptionTickets", [
    ...changing,
    ...["/new", "/:id/approve", "/:id/reject", "/:id/issue", "/:id/withdraw", "/report"],
  ]),
  ...of("/travelInfo/reception/quotas", "receptionTickets", writing),
  ...of("/travelInfo/guider", "guider", [...importing, ...switching]),
];
