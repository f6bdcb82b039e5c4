/** What the product's dictionaries are called. */
import { anyChannel } from "~/contract/ticket/price";

export const dictionaryNames: Record<string, [name: string, nameEn: string]> = {
  yesNo: ["是否", "Yes or no"],
  enableStatus: ["启用状态", "Active or suspended"],
  badgeColour: ["标签颜色", "Badge colour"],
  accountType: ["账号类型", "Account type"],
  employeeState: ["员工状态", "State of an employee"],
  gateDirection: ["闸机方向", "Gate direction"],
  printerKind: ["打印机", "Printer"],
  ticketKind: ["票类", "Kind of ticket"],
  realNameRule: ["实名规则", "Real-name rule"],
  validityRule: ["有效期规则", "Validity rule"],
  refundRule: ["退票规则", "Refund rule"],
  saleChannel: ["销售渠道", "Sales channel"],
  customerGroup: ["客群", "Customer group"],
  ticketTypeStatus: ["票种状态", "State of a ticket type"],
  paymentType: ["支付方式", "Payment type"],
  orderState: ["订单状态", "State of an order"],
  ticketState: ["电子票状态", "State of a ticket"],
  refundState: ["退款状态", "State of a refund"],
  paymentState: ["支付状态", "State of a payment"],
  holidayRule: ["节假日规则", "Holiday rule"],
  verdictReason: ["验票结果", "Verdict of a check"],
  signInOutcome: ["登录结果", "Outcome of a sign-in"],
  dataScope: ["数据范围", "Data scope"],
  openWay: ["打开方式", "Open type"],
  parameterGroup: ["参数分组", "Group of parameters"],
};

/** A corp may add items of its own to these, and suspend any; the rest the product asks for by their codes. */
export const openDictionaries: readonly string[] = ["paymentType", "saleChannel", "customerGroup", "ticketKind"];

/** What stands beside the items of a dictionary for all of them: no item is called so. */
export const reservedValues: Readonly<Record<string, readonly string[]>> = { saleChannel: [anyChannel] };
