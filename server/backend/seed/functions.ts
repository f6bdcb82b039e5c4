/** The function tree of a first start: what staff see on the left. Entries whose screen is not built stay switched off. */

export interface SeedFunction {
  name: string;
  nameEn: string;
  url: string;
  code: string;
  /** Its screen is built. */
  on?: true;
  /** Image of the page description (specification 2.6). */
  help?: string;
}

export interface SeedGroup {
  name: string;
  nameEn: string;
  icon: string;
  functions: SeedFunction[];
}

export const functionTree: SeedGroup[] = [
  {
    name: "工作台",
    nameEn: "Workbench",
    icon: "home",
    functions: [
      { name: "工作台", nameEn: "Workbench", url: "/index", code: "", on: true },
      { name: "消息", nameEn: "Messages", url: "/message", code: "", on: true },
      { name: "开业向导", nameEn: "Start-up guide", url: "/guidePage", code: "" },
    ],
  },
  {
    name: "售票",
    nameEn: "Counter",
    icon: "counter",
    functions: [
      {
        name: "窗口售票",
        nameEn: "Counter sale",
        url: "/inside/buyTktList",
        code: "buyTktList",
        on: true,
        help: "/help/counter.svg",
      },
      { name: "售票记录", nameEn: "Sales log", url: "/inside/buyTktLog", code: "buyTktLog", on: true },
      {
        name: "验票",
        nameEn: "Ticket check",
        url: "/manage/tktChevkPage",
        code: "tktChevkPage",
        on: true,
        help: "/help/check.svg",
      },
      { name: "交接班", nameEn: "Shifts", url: "/manage/shift", code: "shift" },
      { name: "团队预订", nameEn: "Group bookings", url: "/createGroup", code: "createGroup" },
    ],
  },
  {
    name: "票务",
    nameEn: "Tickets",
    icon: "ticket",
    functions: [
      { name: "景区", nameEn: "Parks", url: "/manage/parkList", code: "parkList", on: true },
      { name: "票种", nameEn: "Ticket types", url: "/ticket/ticketList", code: "ticketList", on: true },
      { name: "子票", nameEn: "Sub-tickets", url: "/ticket/sonTkInfo", code: "sonTkInfo" },
      { name: "组合票", nameEn: "Combos", url: "/ticket/combineTkSet", code: "combineTkSet" },
      { name: "选点政策票", nameEn: "Select-point policies", url: "/xuandianZhengCeTkt", code: "xuandianZhengCeTkt" },
      { name: "价格政策", nameEn: "Price policies", url: "/ticket/pricePolicyList", code: "pricePolicyList", on: true },
      { name: "价格日历", nameEn: "Price calendar", url: "/ticket/priceCalendar", code: "priceCalendar", on: true },
      { name: "配额", nameEn: "Quotas", url: "/ticket/quotaList", code: "quotaList", on: true },
      { name: "优惠卡券", nameEn: "Activity cards", url: "/ticketConfig/activityCardList", code: "activityCardList" },
      { name: "员工减免", nameEn: "Staff reduction", url: "/ticketConfig/staffReduce", code: "staffReduce" },
      { name: "销售页面", nameEn: "Sales pages", url: "/ticketConfig/listPages", code: "listPages" },
      { name: "票样", nameEn: "Print templates", url: "/ticketConfig/printTemplate", code: "printTemplate" },
    ],
  },
  {
    name: "订单",
    nameEn: "Orders",
    icon: "order",
    functions: [
      {
        name: "网络订单",
        nameEn: "Network orders",
        url: "/order/networkOrderList",
        code: "networkOrderList",
        on: true,
      },
      {
        name: "线下订单",
        nameEn: "Offline orders",
        url: "/order/offlineOrderList",
        code: "offlineOrderList",
        on: true,
      },
      { name: "退票审批", nameEn: "Refund approvals", url: "/order/refundList", code: "refundList", on: true },
      {
        name: "异常订单",
        nameEn: "Abnormal records",
        url: "/networkOrderOfabnormalRecord",
        code: "networkOrderOfabnormalRecord",
      },
      { name: "订单修复", nameEn: "Order repair", url: "/orderRepair", code: "orderRepair" },
      { name: "电子票", nameEn: "Issued tickets", url: "/ticket/issuedList", code: "issuedList", on: true },
    ],
  },
  {
    name: "通道",
    nameEn: "Gates",
    icon: "gate",
    functions: [
      { name: "售票终端", nameEn: "POS", url: "/manage/tktPos", code: "tktPos", on: true },
      { name: "闸机", nameEn: "Gates", url: "/manage/tktParkGate", code: "tktParkGate", on: true },
      { name: "闸机组", nameEn: "Gate groups", url: "/manage/tktGateGroup", code: "tktGateGroup", on: true },
      { name: "跨园闸机", nameEn: "Shared gates", url: "/manyParkGateChild", code: "manyParkGateChild" },
      { name: "通行记录", nameEn: "Passages", url: "/manage/passageList", code: "passageList" },
    ],
  },
  {
    name: "卡务",
    nameEn: "Cards",
    icon: "card",
    functions: [
      { name: "卡类型", nameEn: "Card types", url: "/manage/cardtypelist", code: "cardtypelist" },
      { name: "工本费", nameEn: "Card fees", url: "/manage/cardfee", code: "cardfee" },
      {
        name: "卡模板",
        nameEn: "Card templates",
        url: "/sysThirdParty/cardTemplateManage",
        code: "cardTemplateManage",
      },
      { name: "年卡季卡", nameEn: "Season cards", url: "/seasonCard/seasonCardList", code: "seasonCardList" },
      { name: "卡记录", nameEn: "Card log", url: "/seasonCard/seasonCardLog", code: "seasonCardLog" },
      { name: "员工卡", nameEn: "Employees' cards", url: "/seasonCard/employSeasonCard", code: "employSeasonCard" },
      { name: "储值卡", nameEn: "Stored value", url: "/smartCard/list", code: "smartCardList" },
      { name: "消费规则", nameEn: "Consumption rules", url: "/updateCardComsume", code: "updateCardComsume" },
    ],
  },
  {
    name: "旅行社",
    nameEn: "Travel trade",
    icon: "agency",
    functions: [
      { name: "旅行社", nameEn: "Agencies", url: "/travel/agencyList", code: "agencyList" },
      { name: "新建客户", nameEn: "Create customer", url: "/travelInfo/createCustomer", code: "createCustomer" },
      { name: "签约审核", nameEn: "Signing review", url: "/travelInfo/singVerification", code: "singVerification" },
      { name: "价格组", nameEn: "Price groups", url: "/travel/travelPriceGroup", code: "travelPriceGroup" },
      { name: "类型价格", nameEn: "Prices by type", url: "/travelInfo/travelTypePrice", code: "travelTypePrice" },
      {
        name: "协议票量",
        nameEn: "Agreement quantities",
        url: "/travelInfo/travelAgreedTicketNumDetail",
        code: "travelAgreedTicketNumDetail",
      },
      { name: "结算单", nameEn: "Statements", url: "/travel/statementList", code: "statementList" },
      { name: "导游", nameEn: "Guides", url: "/travelInfo/guider", code: "guider" },
      { name: "导游人数", nameEn: "Visitors by guide", url: "/travelInfo/guiderNumDetail", code: "guiderNumDetail" },
      { name: "业务员", nameEn: "Salesmen", url: "/addSalesmanManage", code: "addSalesmanManage" },
      {
        name: "部门负责人",
        nameEn: "Department heads",
        url: "/departmentHeadManageEdit",
        code: "departmentHeadManageEdit",
      },
      { name: "区域规划", nameEn: "Regional plan", url: "/regionalPlan/index", code: "regionalPlan" },
      { name: "变更日志", nameEn: "Change log", url: "/travelLogDetail", code: "travelLogDetail" },
    ],
  },
  {
    name: "库存",
    nameEn: "Stock",
    icon: "stock",
    functions: [
      { name: "仓库", nameEn: "Warehouses", url: "/manage/storelist", code: "storelist" },
      { name: "物品", nameEn: "Items", url: "/manage/storelist/itemList", code: "storeItemList" },
      { name: "入库", nameEn: "In-bills", url: "/manage/storelist/listInBillsRecord", code: "listInBillsRecord" },
      { name: "出库", nameEn: "Out-bills", url: "/manage/storelist/listOutBillsRecord", code: "listOutBillsRecord" },
      { name: "盘点", nameEn: "Counts", url: "/manage/storelist/listBillCounts", code: "listBillCounts" },
      { name: "报废", nameEn: "Write-offs", url: "/manage/storelist/pageStoInvaldMes", code: "pageStoInvaldMes" },
      { name: "库存台账", nameEn: "Ledger", url: "/manage/storelist/ledger", code: "storeLedger" },
    ],
  },
  {
    name: "发票",
    nameEn: "Invoices",
    icon: "invoice",
    functions: [{ name: "电子发票", nameEn: "Electronic invoices", url: "/invoice/list", code: "invoiceList" }],
  },
  {
    name: "剧院影院",
    nameEn: "Theatre and cinema",
    icon: "theatre",
    functions: [
      { name: "场馆", nameEn: "Venues", url: "/theatre_set/venueList", code: "venueList" },
      { name: "区域", nameEn: "Areas", url: "/theatre_set/siteArea_set", code: "siteAreaSet" },
      { name: "模板", nameEn: "Templates", url: "/theatre_set/template_set", code: "templateSet" },
      { name: "模板区域", nameEn: "Template areas", url: "/theatre_set/templateArea_set", code: "templateAreaSet" },
      { name: "区域设置", nameEn: "Area settings", url: "/theatre_set/areaSet", code: "areaSet" },
      { name: "座位", nameEn: "Seats", url: "/theatre_set/seatSet", code: "seatSet" },
      { name: "无座设置", nameEn: "Unseated", url: "/noSeatSetPage", code: "noSeatSetPage" },
      { name: "区域票", nameEn: "Area tickets", url: "/areaTktNewPage", code: "areaTktNewPage" },
      { name: "模板票", nameEn: "Template tickets", url: "/mobanTktNewPage", code: "mobanTktNewPage" },
      { name: "场次", nameEn: "Sessions", url: "/theatre/sessionList", code: "sessionList" },
      { name: "影片剧目", nameEn: "Shows and films", url: "/theatre/showList", code: "showList" },
      { name: "预选座", nameEn: "Pre-selection", url: "/preSelect", code: "preSelect" },
      { name: "选座售票", nameEn: "Seat sale", url: "/theatre/seatSale", code: "seatSale" },
    ],
  },
  {
    name: "滑雪",
    nameEn: "Ski",
    icon: "ski",
    functions: [
      { name: "雪票", nameEn: "Passes", url: "/ski/passList", code: "skiPassList" },
      { name: "雪具", nameEn: "Equipment", url: "/ski/equipmentList", code: "skiEquipmentList" },
      { name: "租还", nameEn: "Hand-out and return", url: "/ski/rental", code: "skiRental" },
      { name: "教练", nameEn: "Coaches", url: "/ski/coachList", code: "skiCoachList" },
    ],
  },
  {
    name: "租赁寄存场地",
    nameEn: "Rental, lockers, places",
    icon: "rental",
    functions: [
      { name: "租赁物品", nameEn: "Rental items", url: "/rent/itemList", code: "rentItemList" },
      { name: "租借", nameEn: "Rentals", url: "/rent/orderList", code: "rentOrderList" },
      { name: "储物柜", nameEn: "Lockers", url: "/locker/groupList", code: "lockerGroupList" },
      { name: "场地", nameEn: "Places", url: "/place/list", code: "placeList" },
      { name: "场地预订", nameEn: "Place bookings", url: "/place/bookingCalendar", code: "placeBooking" },
    ],
  },
  {
    name: "停车",
    nameEn: "Parking",
    icon: "parking",
    functions: [
      { name: "停车场", nameEn: "Lots", url: "/parking/lotList", code: "parkingLotList" },
      { name: "收费规则", nameEn: "Tariffs", url: "/parking/tariffList", code: "parkingTariffList" },
      { name: "进出记录", nameEn: "Entries and exits", url: "/parking/recordList", code: "parkingRecordList" },
      { name: "月卡", nameEn: "Month passes", url: "/parking/passList", code: "parkingPassList" },
      {
        name: "基础配置",
        nameEn: "Basic configuration",
        url: "/basicConfiguration?sysBusType=17",
        code: "parkingConfiguration",
      },
    ],
  },
  {
    name: "报表",
    nameEn: "Reports",
    icon: "report",
    functions: [
      { name: "数据中心", nameEn: "Data centre", url: "/datacenter", code: "" },
      { name: "销售日报", nameEn: "Sales by day", url: "/statistics/salesByDay", code: "reportSalesByDay" },
      {
        name: "票种销售",
        nameEn: "Sales by ticket type",
        url: "/statistics/salesByTicketType",
        code: "reportSalesByTicketType",
      },
      { name: "渠道销售", nameEn: "Sales by channel", url: "/statistics/salesByChannel", code: "reportSalesByChannel" },
      { name: "终端销售", nameEn: "Sales by POS", url: "/statistics/salesByPos", code: "reportSalesByPos" },
      { name: "售票员销售", nameEn: "Sales by seller", url: "/statistics/salesBySeller", code: "reportSalesBySeller" },
      { name: "旅行社销售", nameEn: "Sales by agency", url: "/statistics/salesByAgency", code: "reportSalesByAgency" },
      { name: "入园统计", nameEn: "Admissions", url: "/statistics/admissions", code: "reportAdmissions" },
      { name: "配额使用", nameEn: "Quota use", url: "/statistics/quotaUse", code: "reportQuotaUse" },
      { name: "退款统计", nameEn: "Refunds", url: "/statistics/refunds", code: "reportRefunds" },
      { name: "支付与缴款", nameEn: "Payments and cash-up", url: "/statistics/payments", code: "reportPayments" },
      {
        name: "旅行社结算",
        nameEn: "Agency settlement",
        url: "/statistics/agencySettlement",
        code: "reportAgencySettlement",
      },
      { name: "导游奖励", nameEn: "Guide rewards", url: "/statistics/guideRewards", code: "reportGuideRewards" },
      { name: "卡销售使用", nameEn: "Cards sold and used", url: "/statistics/cards", code: "reportCards" },
      { name: "库存收发存", nameEn: "Stock movements", url: "/statistics/stock", code: "reportStock" },
      { name: "发票统计", nameEn: "Invoices", url: "/statistics/invoices", code: "reportInvoices" },
      { name: "场次上座", nameEn: "Occupancy", url: "/statistics/occupancy", code: "reportOccupancy" },
      { name: "停车统计", nameEn: "Parking", url: "/statistics/parking", code: "reportParking" },
      { name: "租赁统计", nameEn: "Rental", url: "/statistics/rental", code: "reportRental" },
      { name: "年度经营", nameEn: "The year", url: "/statistics/year", code: "reportYear" },
    ],
  },
  {
    name: "组织",
    nameEn: "Organisation",
    icon: "people",
    functions: [
      { name: "员工", nameEn: "Employees", url: "/employ/employeeList", code: "employeeList" },
      { name: "部门", nameEn: "Departments", url: "/employ/departmentTree", code: "departmentTree" },
      { name: "操作员", nameEn: "Operators", url: "/corp/userManage", code: "userManage" },
      { name: "角色", nameEn: "Roles", url: "/sysRole/list", code: "sysRoleList", on: true },
      { name: "在线用户", nameEn: "On-line users", url: "/corp/onlineList", code: "onlineList" },
    ],
  },
  {
    name: "租户",
    nameEn: "Tenants",
    icon: "tenant",
    functions: [
      { name: "租户", nameEn: "Tenants", url: "/tenantManage/list", code: "tenantList" },
      { name: "套餐", nameEn: "Packages", url: "/tenantManage/packageList", code: "tenantPackageList" },
      { name: "审核", nameEn: "Review", url: "/tenantManage/tenantReview", code: "tenantReview" },
      { name: "数据迁移", nameEn: "Data migration", url: "/tenantManage/dataMigration/index", code: "dataMigration" },
      { name: "清理数据", nameEn: "Clear data", url: "/tenantManage/clearTenantData", code: "clearTenantData" },
    ],
  },
  {
    name: "系统",
    nameEn: "System",
    icon: "system",
    functions: [
      { name: "菜单", nameEn: "Menus", url: "/application/menuManage", code: "menuManage" },
      {
        name: "接入应用",
        nameEn: "Access applications",
        url: "/sysAccessApplication",
        code: "sysAccessApplication",
        on: true,
      },
      { name: "个人应用", nameEn: "Personal apps", url: "/personalApp/addApp", code: "addApp" },
      { name: "参数", nameEn: "Parameters", url: "/system/paramList", code: "paramList" },
      { name: "字典", nameEn: "Dictionaries", url: "/system/dictList", code: "dictList" },
      { name: "支付设置", nameEn: "Pay settings", url: "/paySetting/index", code: "paySetting" },
      {
        name: "移动平台",
        nameEn: "Mobile platform",
        url: "/basicConfiguration?sysBusType=18",
        code: "mobileConfiguration",
      },
      { name: "内容", nameEn: "Content", url: "/cms/model/item", code: "cmsItem" },
      { name: "公告", nameEn: "Announcements", url: "/system/announcementList", code: "announcementList" },
      { name: "任务", nameEn: "Tasks", url: "/schedule/taskList", code: "scheduleTaskList", on: true },
      { name: "流程节点", nameEn: "Flow nodes", url: "/liteflow/nodeSet", code: "nodeSet" },
      { name: "归档", nameEn: "Archive", url: "/dataBase/completeList", code: "completeList" },
      { name: "审计", nameEn: "Audit log", url: "/system/auditList", code: "auditList" },
      { name: "登录日志", nameEn: "Sign-in log", url: "/system/signInLog", code: "signInLog" },
      { name: "调用日志", nameEn: "Call log", url: "/system/callLog", code: "callLog" },
      { name: "自检", nameEn: "Self-audit", url: "/system/selfAudit", code: "selfAudit" },
    ],
  },
];

/** Button codes by function; a resource's four come from its noun. */
const ofResource = (noun: string): [string, string, string][] => [
  [`${noun}:add`, "新建", "Create"],
  [`${noun}:edit`, "编辑", "Edit"],
  [`${noun}:remove`, "删除", "Delete"],
  [`${noun}:suspend`, "停用与启用", "Suspend and resume"],
];

/** Code, name and English name, under the function that shows them; roles may hold one under another function too. */
export const buttons: Record<string, [code: string, name: string, nameEn: string][]> = {
  parkList: ofResource("park"),
  ticketList: [
    ...ofResource("ticketType"),
    ["ticketType:publish", "上架", "Put on sale"],
    ["ticketType:retire", "下架", "Retire"],
  ],
  tktPos: ofResource("pos"),
  tktParkGate: ofResource("gate"),
  tktGateGroup: ofResource("gateGroup"),
  pricePolicyList: ofResource("pricePolicy"),
  quotaList: [
    ["quota:add", "新建", "Create"],
    ["quota:edit", "编辑", "Edit"],
    ["quota:suspend", "停用与启用", "Suspend and resume"],
  ],
  buyTktList: [
    ["sale:sell", "售票", "Sell"],
    ["sale:discount", "优惠", "Discount"],
    ["sale:print", "打印", "Print"],
  ],
  buyTktLog: [["sale:viewAll", "查看全部售票", "See everybody's sales"]],
  tktChevkPage: [
    ["check:pass", "验票", "Check"],
    ["check:force", "强制放行", "Forced pass"],
    ["check:reverse", "撤销入园", "Take back a passage"],
  ],
  offlineOrderList: [
    ["order:refund", "退票", "Refund"],
    ["sensitive:view", "查看敏感信息", "See sensitive data"],
  ],
  sysAccessApplication: [
    ...ofResource("corpApplication"),
    ...ofResource("quickEntry"),
    ...ofResource("accessApp"),
    ["accessApp:secret", "更换密钥", "Renew the secret"],
  ],
  refundList: [["refund:decide", "审批", "Decide"]],
  sysRoleList: [...ofResource("role"), ["role:grant", "授权", "Grant rights"]],
  userManage: [["user:unlock", "解锁", "Unlock"]],
  scheduleTaskList: [
    ["task:run", "执行与取消", "Run and cancel"],
    ["task:edit", "修改与暂停", "Change and pause"],
  ],
};
