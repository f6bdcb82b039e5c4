/**
 * Accounts at payment companies (`/paySetting/accountList`): by which one a payment type takes money. Keys are written,
 * never told again: a page says when they were set and how they end.
 */
import { z } from "zod";
import { dictionaries } from "../dictionary-declaration";
import { dictionary, moment, secret, text } from "../field-kinds";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";

/** Of a payment type one at most is in use: its till asks that company, and no person says that money was taken. */
export const payAccount = resource("order", "payAccount", {
  title: m.pay_account,
  listTitle: m.fun_pay_account,
  path: "/paySetting/accountList",
  fun: "payAccount",
  whenEmpty: m.empty_pay_account,
  nameField: "name",
  freshProof: true,
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains" }),
    paymentType: dictionary("paymentType", {
      ...{ label: m.sale_payment_type, help: m.pay_account_type_help, required: true, list: true, filter: "equals" },
    }),
    provider: dictionary("payProvider", {
      ...{ label: m.pay_provider, required: true, list: true, filter: "equals", createOnly: true },
      values: ["alipay", "wechat"],
    }),
    appId: text({ label: m.pay_app_id, required: true, max: 40, list: true }),
    merchantNo: text({ label: m.pay_merchant_no, help: m.pay_wechat_only, max: 32, list: true }),
    serialNo: text({ label: m.pay_serial_no, help: m.pay_wechat_only, max: 64 }),
    privateKey: secret({ label: m.pay_private_key, help: m.pay_private_key_help, required: true, max: 8000 }),
    apiKey: secret({ label: m.pay_api_key, help: m.pay_api_key_help, max: 64 }),
    companyKey: secret({ label: m.pay_company_key, help: m.pay_company_key_help, required: true, max: 8000 }),
    companyKeyId: text({ label: m.pay_company_key_id, help: m.pay_wechat_only, max: 80 }),
    noticeOrigin: text({ label: m.pay_notice_origin, help: m.pay_notice_origin_help, max: 200 }),
    keysSetAt: moment({ label: m.pay_keys_set_at, list: true, form: false }),
    keyEnd: text({ label: m.pay_key_end, list: true, form: false }),
    triedAt: moment({ label: m.pay_tried_at, form: false, list: true }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** Asks the company for a payment that there is not: tells whether it knows the keys and whether its answer is its own. */
export const tryPayAccount = method("order", "tryPayAccount", {
  payload: z.object({ id }),
  /** `why`: what is wrong, in the caller's language; "" where the connection is good. `noticeUrl`: "" without an origin. */
  answer: z.object({ ok: z.boolean(), why: z.string(), noticeUrl: z.string() }),
  access: { fun: "payAccount", button: "payAccount:edit" },
  writes: true,
  told: ({ name }) => m.pay_tried({ name }),
});

export const payAccountMenu = menuEntries({
  payAccount: {
    group: "system",
    place: 62,
    label: m.fun_pay_account,
    url: "/paySetting/accountList",
    built: true,
    money: { "payAccount:add": true, "payAccount:edit": true, "payAccount:suspend": true, "payAccount:remove": true },
  },
});

export const payAccountDictionaries = dictionaries({
  payProvider: {
    name: ["收款机构", "Payment company"],
    items: [
      ["alipay", "支付宝", "Alipay"],
      ["wechat", "微信支付", "WeChat Pay"],
    ],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    payAccount: typeof payAccountMenu;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    payAccount: typeof payAccountDictionaries;
  }
}
