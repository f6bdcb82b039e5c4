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
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    open: typeof openDictionaries;
  }
}
