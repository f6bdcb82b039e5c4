/** The buttons of a first start: what within a function a role may be granted. */

/** Button codes by function; a resource's four come from its noun. */
const ofResource = (noun: string): [string, string, string][] => [
  [`${noun}:add`, "新建", "Create"],
  [`${noun}:edit`, "编辑", "Edit"],
  [`${noun}:remove`, "删除", "Delete"],
  [`${noun}:suspend`, "停用与启用", "Suspend and resume"],
];

/** Of a resource whose rows may come from a file. */
const imported = (noun: string): [string, string, string][] => [
  ...ofResource(noun),
  [`${noun}:import`, "导入", "Import"],
];

/** Code, name and English name, under the function that shows them; roles may hold one under another function too. */
export const buttons: Record<string, [code: string, name: string, nameEn: string][]> = {
  parkList: imported("park"),
  ticketList: [
    ...imported("ticketType"),
    ["ticketType:publish", "上架", "Put on sale"],
    ["ticketType:retire", "下架", "Retire"],
  ],
  tktPos: imported("pos"),
  tktParkGate: imported("gate"),
  tktGateGroup: imported("gateGroup"),
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
  menuManage: [
    ["menu:add", "新建", "Create"],
    ["menu:edit", "编辑与移动", "Edit and move"],
    ["menu:suspend", "启用与停用", "Switch on and off"],
    ["menu:remove", "删除", "Delete"],
  ],
  addApp: [...ofResource("personalApplication"), ...ofResource("personalMenu")],
  dictList: [...ofResource("dictType"), ...ofResource("dictItem")],
  paramList: [["parameter:edit", "修改", "Change"]],
  userManage: [
    ...ofResource("operator"),
    ["operator:grant", "分配角色", "Assign roles"],
    ["operator:reset", "重置密码", "Reset the password"],
    ["user:unlock", "解锁", "Unlock"],
  ],
  departmentTree: ofResource("department").slice(0, 3),
  employeeList: [
    ...imported("employee").filter(([code]) => code !== "employee:suspend"),
    ["employee:suspend", "离职与复职", "Leaving and return"],
  ],
  onlineList: [["session:end", "强制下线", "Sign out"]],
  scheduleTaskList: [
    ["task:run", "执行与取消", "Run and cancel"],
    ["task:edit", "修改与暂停", "Change and pause"],
  ],
};
