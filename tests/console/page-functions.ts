/**
 * Which functions open which address, written by hand: what the guard says is held against this list, and not against what
 * it is computed from. null: any account that is signed in.
 */
type Opening = readonly string[] | null;

/** Pages of a noun below its list. */
const reading = ["", "/export", "/options", "/:id"];
const changing = [...reading, "/:id/edit"];
const writing = [...changing, "/new", "/:id/remove"];
const importing = [...writing, "/import", "/import/template", "/import/:id", "/import/:id/errors"];
/** Commands of a row: of nouns that are suspended and resumed. */
const switching = ["/:id/suspend", "/:id/resume"];
/** Steps of a bill of the stock. */
const steps = ["submit", "withdraw", "approve", "reject", "post", "reverse"];
const stockBill = [...writing, ...steps.map((step) => `/:id/${step}`)];
/** With a form at an address of its own. */
const formElsewhere = importing.filter((below) => below !== "/new" && below !== "/:id/edit");

const of = (list: string, code: string, pages: readonly string[]): [string, Opening][] =>
  pages.map((below) => [list + below, [code]]);

export const pageFunctions: ReadonlyMap<string, Opening> = new Map([
  // Everybody's.
  ["/index", null],
  ["/message", null],
  ["/message/approvals", null],
  ["/menuSearch", null],
  ["/workbench", null],
  ["/workbench/open", null],
  ["/pageDescription", null],
  ["/changePassword", null],
  ["/userinfo", null],
  ["/upload", null],
  ["/upload/link", null],
  ["/listMemory", null],
  ["/posted", null],
  ["/tabs", null],
  ["/dev/widgets", null],
  ["/qynkLogin", null],
  ["/exports/:id", null],
  ["/exports/:id/file", null],
  // Payments.
  ...of("/paySetting/index", "paySetting", [...writing, ...switching]),
  ...of("/paySetting/accountList", "payAccount", [...writing, ...switching, "/:id/try"]),
  ...of("/networkOrderOfabnormalRecord", "networkOrderOfabnormalRecord", [...reading, "/:id/handle"]),
  ["/orderRepair", ["orderRepair"]],
  ...of("/order/paymentStatementList", "paymentStatementList", [...reading, "/:id/reconcile"]),
  ...of("/order/statementLineList", "statementLineList", importing),
  // Tenants.
  ...of("/tenantManage/packageList", "tenantPackageList", [...writing, ...switching, "/:id/content"]),
  ...of("/tenantManage/list", "tenantList", [...changing, "/:id/shut", "/:id/reopen", "/:id/package"]),
  ...of("/tenantManage/tenantReview", "tenantReview", [...reading, "/:id/approve", "/:id/reject", "/:id/open"]),
  ["/tenantManage/tenantManageDetail", ["tenantList"]],
  ["/tenantManage/tenantManageDetail/ticket", ["tenantList"]],
  // Stock: bills of each kind are made, decided and posted by their own function.
  ...of("/manage/storelist", "storelist", [...importing, ...switching]),
  ...of("/manage/storelist/itemList", "storeItemList", [...importing, ...switching]),
  ...of("/manage/storelist/listInBillsRecord", "listInBillsRecord", stockBill),
  ...of("/manage/storelist/listOutBillsRecord", "listOutBillsRecord", [...stockBill, "/:id/receive"]),
  ...of("/manage/storelist/pageStoInvaldMes", "pageStoInvaldMes", stockBill),
  ...of("/manage/storelist/listBillCounts", "listBillCounts", [
    ...writing,
    ...["/:id/sheet", "/:id/start", "/:id/finish", "/:id/recount", "/:id/review", "/:id/post", "/:id/cancel"],
  ]),
  ...of("/manage/storelist/ledger", "storeLedger", [...reading, "/standing", "/month", "/month/file"]),
  ...of("/manage/storelist/valueLedger", "storeValueLedger", [...reading, "/standing"]),
  // Travel trade: who sells to it, its prices and guides.
  ...of("/regionalPlan/regions", "regionalPlan", importing),
  ...of("/regionalPlan/targets", "regionalPlan", importing),
  ["/regionalPlan/index", ["regionalPlan"]],
  ...of("/addSalesmanManage", "addSalesmanManage", [...importing, "/:id/leave", "/:id/rejoin"]),
  ...of("/departmentHeadManageEdit", "departmentHeadManageEdit", importing),
  ...of("/travel/agencyList", "agencyList", [
    ...importing,
    ...switching,
    ...["/:id/close", "/:id/topUp", "/:id/withdraw", "/:id/changeLimit", "/:id/takeDeposit", "/:id/returnDeposit"],
  ]),
  ["/travelLogDetail", ["travelLogDetail"]],
  ...of("/travel/exposure", "agencyExposure", ["", "/file"]),
  ["/travel/agencyList/:id/account", ["agencyLedger"]],
  ...of("/travel/ledger", "agencyLedger", [...reading, "/standing"]),
  ...of("/travel/statementList", "statementList", [
    ...writing,
    ...["/:id/send", "/:id/dispute", "/:id/confirm", "/:id/close", "/:id/allocate", "/:id/writeOff", "/:id/cancel"],
    "/:id/rows",
  ]),
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
  ...of("/travelInfo/guider", "guider", [...importing, ...switching]),
  // Counter, tickets, gates.
  ["/inside/buyTktList", ["buyTktList"]],
  ["/inside/buyTktList/pay", ["buyTktList"]],
  ["/inside/buyTktList/result", ["buyTktList"]],
  ["/inside/buyTktList/print", ["buyTktList", "buyTktLog"]],
  ["/manage/shift", ["shift"]],
  ["/manage/shift/report", ["shift"]],
  ["/manage/shift/list", ["shift"]],
  ["/manage/shift/list/export", ["shift"]],
  ["/inside/buyTktLog", ["buyTktLog"]],
  ["/inside/buyTktLog/export", ["buyTktLog"]],
  ["/inside/buyTktLog/tktInfo", ["issuedList", "buyTktLog", "tktChevkPage", "buyTktList"]],
  ["/ticketLogDetail", ["issuedList", "buyTktLog", "tktChevkPage", "buyTktList"]],
  ["/ticketGuiJiDetail", ["issuedList", "buyTktLog", "tktChevkPage", "buyTktList"]],
  ["/ticket/issuedList", ["issuedList"]],
  ["/ticket/issuedList/export", ["issuedList"]],
  ["/manage/tktChevkPage", ["tktChevkPage"]],
  ...of("/manage/parkList", "parkList", [...importing, ...switching]),
  ...of("/ticket/ticketList", "ticketList", [
    ...formElsewhere,
    ...switching,
    ...["/:id/publish", "/:id/retire", "/:id/tryRules"],
  ]),
  ["/ticket/ticketEdit", ["ticketList"]],
  ...of("/manage/tktPos", "tktPos", [...importing, ...switching]),
  ...of("/manage/tktParkGate", "tktParkGate", [...importing, ...switching, "/:id/pair"]),
  ...of("/manage/tktGateGroup", "tktGateGroup", [...importing, ...switching]),
  ["/ticket/pricePolicyList", ["pricePolicyList"]],
  ["/ticket/pricePolicyList/export", ["pricePolicyList"]],
  ["/ticket/pricePolicyList/:id/remove", ["pricePolicyList"]],
  ["/pricePolicyAdd", ["pricePolicyList"]],
  ["/ticket/priceCalendar", ["priceCalendar"]],
  ...of("/createGroup", "createGroup", [...writing, "/day", "/:id/desk", "/:id/confirm", "/:id/cancel"]),
  ...of("/manyParkGateChild", "manyParkGateChild", [...writing, ...switching]),
  ...of("/ticket/holidayList", "holidayList", importing),
  ...of("/ticket/quotaList", "quotaList", ["", "/export", "/new", "/:id", "/:id/edit"]),
  ...of("/ticket/quotaLedger", "quotaList", [...reading, "/standing"]),
  ...of("/manage/passageList", "passageList", reading),
  ...of("/ticket/capacity", "parkCapacity", [...writing, ...switching]),
  ["/ticket/capacity/board", ["parkCapacity", "tktChevkPage"]],
  ...of("/ticket/closureList", "closureList", [
    ...writing,
    ...["enforce", "settle", "undo", "lift"].map((one) => `/:id/${one}`),
  ]),
  ...of("/ticket/closureOrders", "closureList", reading),
  ...of("/ticket/restrictedList", "restrictedList", [...importing, "/:id/lift", "/:id/renew"]),
  ...of("/ticket/reservationList", "reservationList", [...reading, "/new", "/day", "/:id/cancel", "/:id/excuse"]),
  ...of("/ticket/combineTkSet", "combineTkSet", writing),
  ...of("/ticketConfig/activityCardList", "activityCardList", [
    ...[...writing, ...switching, "/:id/codes", "/:id/codes/file"],
  ]),
  ...of("/ticketConfig/activityCodeList", "activityCardList", ["", "/export"]),
  ...of("/ticketConfig/staffReduce", "staffReduce", [...writing, ...switching]),
  ...["", "/export"].map((below): [string, Opening] => [`/ticketConfig/staffUse${below}`, ["staffUse", "staffReduce"]]),
  ...of("/ticket/concessionList", "concessionList", [...importing, ...switching]),
  ...of("/ticketConfig/staffLedger", "staffUse", [...reading, "/standing"]),
  ...of("/xuandianZhengCeTkt", "xuandianZhengCeTkt", writing),
  ...of("/sysThirdParty/cardTemplateManage", "cardTemplateManage", [...writing, ...switching, "/:id/sample"]),
  ...of("/ticketConfig/printTemplate", "printTemplate", [...writing, ...switching, "/:id/sample"]),
  ...of("/ticketConfig/listPages", "listPages", writing),
  ...of("/ticket/sonTkInfo", "sonTkInfo", writing),
  ...of("/ticket/sonTkShares", "sonTkInfo", reading),
  ["/ticket/sonTkSettle", ["sonTkInfo"]],
  ...of("/manage/passageConflict", "passageConflict", [...reading, "/:id/book", "/:id/keep", "/:id/strike"]),
  ...of("/manage/gateDevice", "gateDevice", [...reading, "/:id/revoke"]),
  ["/manage/gateBoard", ["gateBoard"]],
  // Lockers.
  ...of("/locker/groupList", "lockerGroupList", [...importing, ...switching, "/:id/boxes"]),
  ...of("/locker/boxList", "lockerBoxList", [
    ...importing,
    ...["occupy", "release", "clear", "open", "markFaulty", "repaired", "disable", "enable"].map(
      (one) => `/:id/${one}`,
    ),
  ]),
  ["/locker/overdueList", ["lockerOverdue"]],
  ["/locker/overdueList/export", ["lockerOverdue"]],
  ...of("/locker/depositLedger", "lockerDeposits", [...reading, "/standing"]),
  // Cards.
  ...of("/manage/cardtypelist", "cardtypelist", [...reading, "/:id/remove", ...switching]),
  ["/manage/cardtypelist/edit", ["cardtypelist"]],
  ...of("/manage/cardfee", "cardfee", [...writing, ...switching]),
  ...of("/seasonCard/seasonCardList", "seasonCardList", [
    ...importing,
    ...["/counter", "/:id/slip", "/:id/print"],
    ...["spoil", "activate", "reportLoss", "found", "replace", "renew", "upgrade", "cancel"].map(
      (one) => `/:id/${one}`,
    ),
  ]),
  ...of("/seasonCard/cardBatchList", "cardBatchList", writing),
  ...of("/seasonCard/seasonCardLog", "seasonCardLog", ["", "/export"]),
  ...of("/seasonCard/toCallList", "cardsToCall", ["", "/export"]),
  ...of("/seasonCard/lostList", "cardsLost", ["", "/export"]),
  ...of("/seasonCard/employSeasonCard", "employSeasonCard", ["", "/export", "/issue"]),
  ...of("/seasonCard/depositLedger", "cardDeposits", [...reading, "/standing"]),
  ...of("/smartCard/list", "smartCardList", [
    ...importing,
    ...["/counter", "/:id/statement"],
    ...["sell", "topUp", "spend", "refund", "reportLoss", "found", "replace", "prolong", "cancel"].map(
      (one) => `/:id/${one}`,
    ),
  ]),
  ...of("/smartCard/ledger", "smartCardLedger", [...reading, "/standing", "/owed", "/owed/file"]),
  ...of("/smartCard/money", "smartCardMoney", [...reading, "/standing"]),
  ...of("/updateCardComsume", "updateCardComsume", [...writing, ...switching]),
  // Orders.
  ["/order/networkOrderList", ["networkOrderList"]],
  ["/order/networkOrderList/export", ["networkOrderList"]],
  ["/order/offlineOrderList", ["offlineOrderList"]],
  ["/order/offlineOrderList/export", ["offlineOrderList"]],
  ["/order/refundList", ["refundList"]],
  ["/order/refundList/export", ["refundList"]],
  ["/networkOrderDetail", ["networkOrderList", "offlineOrderList", "buyTktLog", "buyTktList", "refundList"]],
  ["/offlineOrderDetail", ["networkOrderList", "offlineOrderList", "buyTktLog", "buyTktList", "refundList"]],
  ["/statistics/payments", ["reportPayments"]],
  ["/orders/change", ["networkOrderList", "offlineOrderList", "buyTktLog"]],
  ["/orders/refund", ["networkOrderList", "offlineOrderList", "buyTktLog"]],
  // Organisation and rights.
  ...of("/employ/employeeList", "employeeList", importing),
  ["/employ/departmentTree", ["departmentTree"]],
  ...of("/corp/userManage", "userManage", [...writing, ...switching, "/:id/password", "/:id/unlock"]),
  ...of("/corp/onlineList", "onlineList", [...reading, "/:id/end"]),
  ...of("/sysRole/list", "sysRoleList", [...writing, "/:id/copy", "/:id/holders", "/:id/compare", "/:id/see"]),
  ["/sysRole/rolePermissionSet", ["sysRoleList"]],
  // System.
  ...of("/application/menuManage", "menuManage", [...writing, ...switching, "/:id/up", "/:id/down", "/tree"]),
  ...of("/sysAccessApplication", "sysAccessApplication", [...writing, ...switching, "/:id/secret"]),
  ...of("/sysAccessApplication/applications", "sysAccessApplication", writing),
  ...of("/sysAccessApplication/quickLinks", "sysAccessApplication", writing),
  ...of("/system/webhookList", "webhookList", [...reading, "/:id/resend"]),
  ...of("/personalApp/addApp", "addApp", [...writing, ...switching]),
  ...of("/personalApp/addAppMenu", "addApp", [...writing, ...switching]),
  ...of("/system/paramList", "paramList", changing),
  ...of("/system/dictList", "dictList", writing),
  ...of("/system/dictList/items", "dictList", [...writing, ...switching]),
  ...of("/system/auditList", "auditList", reading),
  ...of("/system/signInLog", "signInLog", reading),
  ...of("/system/selfAudit", "selfAudit", reading),
  ["/system/brand", ["brand"]],
  ["/system/health", ["systemHealth"]],
  ...of("/schedule/taskList", "scheduleTaskList", [...changing, "/:id/run", "/:id/pause", "/:id/resume"]),
  ...of("/schedule/dispatchTaskLogInfo", "scheduleTaskList", [...reading, "/:id/cancel", "/:id/retry"]),
]);
