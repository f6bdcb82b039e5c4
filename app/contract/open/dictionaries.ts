/** What connected applications may ask. */
import { dictionaries } from "../dictionary-declaration";

export const openDictionaries = dictionaries({
  openScope: {
    name: ["开放接口权限", "Open API scope"],
    items: [
      ["products", "产品与余量", "Products and availability"],
      ["orders", "下单、支付与取消", "Place, pay and cancel orders"],
      ["query", "查询订单", "Query orders"],
      ["refunds", "退票", "Refunds"],
      ["changes", "改签", "Changes"],
    ],
  },
  openEvent: {
    name: ["通知事件", "Webhook event"],
    items: [
      ["paid", "已支付", "Paid"],
      ["checked", "已验票", "Admitted"],
      ["refunded", "已退款", "Refunded"],
      ["cancelled", "已取消", "Cancelled"],
    ],
  },
  messageKind: {
    name: ["消息类别", "Kind of message"],
    items: [
      ["notice", "通知", "Notice"],
      ["approval", "审批", "Approval"],
      ["stock", "库存", "Stock"],
      ["expiry", "到期", "Expiry"],
      ["task", "任务", "Task"],
    ],
  },
  deliveryState: {
    name: ["通知状态", "Webhook status"],
    items: [
      ["waiting", "待推送", "Pending", "accent"],
      ["delivered", "已送达", "Delivered", "good"],
      ["failed", "推送失败", "Failed", "bad"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    open: typeof openDictionaries;
  }
}
