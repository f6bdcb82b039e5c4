/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const platformDictionaries = dictionaries({
  yesNo: {
    name: ["是否", "Yes or no"],
    items: [
      ["T", "是", "Yes"],
      ["F", "否", "No"],
    ],
  },
  enableStatus: {
    name: ["启用状态", "Status"],
    items: [
      ["T", "启用", "Active"],
      ["F", "停用", "Inactive"],
    ],
  },
  badgeColour: {
    name: ["标签颜色", "Badge colour"],
    items: [
      ["good", "绿", "Green"],
      ["warn", "黄", "Yellow"],
      ["bad", "红", "Red"],
      ["accent", "蓝", "Blue"],
      ["calm", "灰", "Grey"],
    ],
  },
  accountType: {
    name: ["账号类型", "Account type"],
    items: [
      ["1", "普通账号", "Ordinary"],
      ["11", "管理员", "Administrator"],
    ],
  },
  jobState: {
    name: ["任务执行状态", "Task run status"],
    items: [
      ["waiting", "等待中", "Waiting", "calm"],
      ["running", "执行中", "Running", "accent"],
      ["cancelling", "正在取消", "Cancelling", "warn"],
      ["done", "已完成", "Done", "good"],
      ["failed", "失败", "Failed", "bad"],
      ["cancelled", "已取消", "Cancelled", "calm"],
    ],
  },
  scheduleState: {
    name: ["任务计划状态", "Schedule status"],
    items: [
      ["T", "启用", "Active", "good"],
      ["F", "已暂停", "Paused", "calm"],
    ],
  },
  sessionState: {
    name: ["登录状态", "Session status"],
    items: [
      ["this", "本机", "This device", "accent"],
      ["on", "在线", "Online", "good"],
      ["locked", "已锁屏", "Screen locked", "warn"],
    ],
  },
  employeeState: {
    name: ["员工状态", "Employee status"],
    items: [
      ["onDuty", "在职", "Employed"],
      ["left", "离职", "Left"],
    ],
  },
  signInOutcome: {
    name: ["登录结果", "Sign-in result"],
    items: [
      ["success", "成功", "Signed in"],
      ["sent", "已发验证码", "Code sent"],
      ["password", "密码错误", "Wrong password"],
      ["unknown", "无此账号", "No such account"],
      ["disabled", "账号停用", "Account disabled"],
      ["locked", "账号锁定", "Account locked"],
      ["captcha", "未通过拼图", "Picture check failed"],
      ["code", "验证码错误", "Wrong code"],
      ["puzzle", "获取拼图", "Picture check shown"],
      ["address", "地址受限", "Address limited"],
      ["asked", "申请短信解锁", "Unlock code requested"],
      ["proved", "短信验证解锁", "Unlocked by code"],
      ["unlocked", "管理员解锁", "Unlocked by administrator"],
    ],
  },
  dataScope: {
    name: ["数据范围", "Data scope"],
    items: [
      ["all", "全部数据", "All data"],
      ["park", "所属景区的数据", "Data of the account's parks"],
      ["department", "本部门的订单", "Orders of the department"],
      ["own", "本人的订单", "User's own orders"],
    ],
  },
  openWay: {
    name: ["打开方式", "Opens as"],
    items: [
      ["view", "页面", "Page"],
      ["_blank", "_blank 报表框架", "_blank Report frame"],
      ["2", "2 内嵌外部页面", "2 Embedded page"],
      ["9", "9 同一页面的另一入口", "9 Another entry to the same page"],
    ],
  },
  parameterGroup: {
    name: ["参数分组", "Parameter group"],
    items: [
      ["edition", "版本", "Edition"],
      ["safety", "登录与安全", "Sign-in and security"],
      ["business", "业务", "Business"],
      ["shell", "界面", "Appearance"],
      ["other", "其他系统", "Other systems"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    platform: typeof platformDictionaries;
  }
}
