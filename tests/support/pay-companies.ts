/**
 * Alipay's and WeChat Pay's servers as far as a till talks to them, with keys of their own, on this machine. They check what
 * they are asked as the real ones do, and misbehave when told to: see `misbehave`.
 */
import { createCipheriv, createSign, createVerify, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { companies } from "~server/backend/business/order/payment/gateway/gateway";

/** Once for the next call: no answer after it was done, or before; an answer that somebody else signed. */
type Mischief = "silentAfter" | "silentBefore" | "badSignature" | "keysRefused";

export interface Trade {
  outTradeNo: string;
  amount: number;
  status: "none" | "waiting" | "paid" | "closed";
  noticeUrl: string;
  paymentCode: string;
}

interface Back {
  outTradeNo: string;
  amount: number;
  pending: boolean;
  /** How often it was asked for. */
  asked: number;
}

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const pemOf = (key: ReturnType<typeof pair>, which: "privateKey" | "publicKey") =>
  which === "privateKey"
    ? key.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
    : key.publicKey.export({ type: "spki", format: "pem" }).toString();

const merchant = pair();
const company = pair();
const stranger = pair();
export const apiKey = "0123456789abcdef0123456789abcdef";

/** What is entered of an account there. */
export const alipayFields = {
  ...{ name: "支付宝收款", paymentType: "alipay", provider: "alipay", appId: "2021000000000001" },
  ...{ privateKey: pemOf(merchant, "privateKey"), companyKey: pemOf(company, "publicKey") },
};
export const wechatFields = {
  ...{
    name: "微信收款",
    paymentType: "wechat",
    provider: "wechat",
    appId: "wx0000000000000001",
    merchantNo: "1900000001",
  },
  ...{ serialNo: "5157F09EFDC096DE15EBE81A47057A7232F1B8E1", companyKeyId: "PUB_KEY_ID_0001", apiKey },
  ...{ privateKey: pemOf(merchant, "privateKey"), companyKey: pemOf(company, "publicKey") },
};
export const strangersKey = pemOf(stranger, "privateKey");
export const strangersPublicKey = pemOf(stranger, "publicKey");

const sign = (text: string, own = true) =>
  createSign("RSA-SHA256")
    .update(text, "utf8")
    .sign((own ? company : stranger).privateKey, "base64");
const isMerchants = (text: string, signature: string) =>
  createVerify("RSA-SHA256").update(text, "utf8").verify(merchant.publicKey, signature, "base64");
const yuan = (fen: number) => (fen / 100).toFixed(2);
const fen = (text: unknown) => Math.round(Number(text) * 100);

export class PayCompanies {
  readonly trades = new Map<string, Trade>();
  readonly refunds = new Map<string, Back>();
  /** Methods and paths, as they were asked. */
  readonly asked: string[] = [];
  /** The next calls but queries of refunds misbehave so, one after another. */
  misbehave: Mischief[] = [];
  /** Milliseconds before it answers. */
  thinks = 0;
  /** As many as it was ever asked by while it had yet to answer them. */
  mostAtOnce = 0;
  private askedNow = 0;
  /** Refunds take their time until this is false again. */
  refundsPend = false;
  /** Customers with a payment code that begins so have yet to type their password. */
  readonly slowCode = "2899";
  readonly poorCode = "2800";
  private readonly before = { ...companies };
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    Object.assign(companies, { ...this.gateways(), patience: 700 });
    return this;
  }

  /** Where they are. */
  gateways(): { alipay: string; wechat: string } {
    const origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return { alipay: `${origin}/gateway.do`, wechat: `${origin}/` };
  }

  async close(): Promise<void> {
    Object.assign(companies, this.before);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The customer pays what waits. */
  pays(outTradeNo: string): void {
    const trade = this.trades.get(outTradeNo);
    if (!trade) throw new Error(`nobody was asked for ${outTradeNo}`);
    trade.status = "paid";
  }

  only(): Trade {
    const [trade] = this.trades.values();
    if (!trade || this.trades.size !== 1) throw new Error(`${this.trades.size} trades`);
    return trade;
  }

  /** As Alipay posts it. */
  alipayNotice({ outTradeNo, amount }: Pick<Trade, "outTradeNo" | "amount">, own = true) {
    const fields: Record<string, string> = {
      ...{ app_id: alipayFields.appId, out_trade_no: outTradeNo, trade_no: `A${outTradeNo}` },
      ...{
        trade_status: "TRADE_SUCCESS",
        total_amount: yuan(amount),
        charset: "utf-8",
        notify_type: "trade_status_sync",
      },
    };
    const text = Object.keys(fields)
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join("&");
    const body = new URLSearchParams({ ...fields, sign_type: "RSA2", sign: sign(text, own) }).toString();
    return { body, headers: { "content-type": "application/x-www-form-urlencoded" } };
  }

  /** As WeChat Pay posts it; `seconds`: how long ago it was signed. */
  wechatNotice({ outTradeNo, amount }: Pick<Trade, "outTradeNo" | "amount">, own = true, seconds = 0) {
    const { merchantNo, appId, companyKeyId } = wechatFields;
    const told = {
      ...{ mchid: merchantNo, appid: appId, out_trade_no: outTradeNo, transaction_id: `W${outTradeNo}` },
      ...{ trade_state: "SUCCESS", amount: { total: amount, payer_total: amount, currency: "CNY" } },
    };
    const [nonce, aad] = [randomBytes(6).toString("hex"), "transaction"];
    const cipher = createCipheriv("aes-256-gcm", Buffer.from(apiKey), nonce).setAAD(Buffer.from(aad));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(told), "utf8"), cipher.final(), cipher.getAuthTag()]);
    const resource = {
      algorithm: "AEAD_AES_256_GCM",
      ciphertext: sealed.toString("base64"),
      nonce,
      associated_data: aad,
    };
    const body = JSON.stringify({
      id: "n1",
      event_type: "TRANSACTION.SUCCESS",
      resource_type: "encrypt-resource",
      resource,
    });
    return { body, headers: this.signed(body, own, companyKeyId, seconds) };
  }

  private signed(body: string, own: boolean, serial = wechatFields.companyKeyId, seconds = 0): Record<string, string> {
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000) - seconds), randomBytes(12).toString("hex")];
    return {
      ...{ "content-type": "application/json", "wechatpay-timestamp": timestamp, "wechatpay-nonce": nonce },
      ...{ "wechatpay-serial": serial, "wechatpay-signature": sign(`${timestamp}\n${nonce}\n${body}\n`, own) },
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "/", "http://company");
    this.askedNow += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.askedNow);
    response.once("close", () => {
      this.askedNow -= 1;
    });
    if (this.thinks > 0) await new Promise((resolve) => setTimeout(resolve, this.thinks));
    const mischief = this.misbehave.shift();
    if (mischief === "silentBefore") return;
    const own = mischief !== "badSignature";
    const known = mischief !== "keysRefused";
    const made =
      url.pathname === "/gateway.do" ? this.asAlipay(url, body, own, known) : this.asWechat(request, url, body, own);
    if (mischief === "silentAfter") return;
    response.writeHead(made.status, made.headers).end(made.body);
  }

  private asAlipay(url: URL, body: string, own: boolean, known: boolean) {
    const asked = new Map([...url.searchParams, ...new URLSearchParams(body)]);
    const method = asked.get("method") ?? "";
    this.asked.push(method);
    const text = [...asked.keys()]
      .filter((name) => name !== "sign")
      .sort()
      .map((name) => `${name}=${asked.get(name)}`)
      .join("&");
    const genuine = known && asked.get("app_id") === alipayFields.appId && isMerchants(text, asked.get("sign") ?? "");
    const wish = JSON.parse(asked.get("biz_content") ?? "{}");
    const said = genuine
      ? this.alipayAnswers(method, wish, asked.get("notify_url") ?? "")
      : { code: "40002", msg: "Invalid Arguments", sub_code: "isv.invalid-signature", sub_msg: "验签出错" };
    const json = JSON.stringify(said);
    const answer = `{"${method.replaceAll(".", "_")}_response":${json},"sign":"${sign(json, own)}"}`;
    return { status: 200, headers: { "content-type": "application/json" }, body: answer };
  }

  private alipayAnswers(method: string, wish: Record<string, string>, noticeUrl: string): Record<string, unknown> {
    const fine = { code: "10000", msg: "Success" };
    const no = (sub_code: string, sub_msg: string) => ({ code: "40004", msg: "Business Failed", sub_code, sub_msg });
    const outTradeNo = wish.out_trade_no ?? "";
    const trade = this.trades.get(outTradeNo);
    const sum = trade && { out_trade_no: outTradeNo, trade_no: `A${outTradeNo}`, total_amount: yuan(trade.amount) };
    switch (method) {
      case "alipay.trade.precreate":
        this.charge({ outTradeNo, amount: fen(wish.total_amount), status: "waiting", noticeUrl, paymentCode: "" });
        return { ...fine, out_trade_no: outTradeNo, qr_code: `https://qr.alipay.example/${outTradeNo}` };
      case "alipay.trade.pay": {
        if (trade?.status === "paid") return no("ACQ.TRADE_HAS_SUCCESS", "交易已被支付");
        const code = wish.auth_code ?? "";
        if (code.startsWith(this.poorCode)) return no("ACQ.BUYER_BALANCE_NOT_ENOUGH", "买家余额不足");
        const status = code.startsWith(this.slowCode) ? "waiting" : "paid";
        this.charge({ outTradeNo, amount: fen(wish.total_amount), status, noticeUrl, paymentCode: code });
        if (status === "waiting") return { code: "10003", msg: "order success pay inprocess" };
        return { ...fine, out_trade_no: outTradeNo, trade_no: `A${outTradeNo}`, total_amount: wish.total_amount };
      }
      case "alipay.trade.query": {
        if (!trade || trade.status === "none") return no("ACQ.TRADE_NOT_EXIST", "交易不存在");
        const states = { waiting: "WAIT_BUYER_PAY", paid: "TRADE_SUCCESS", closed: "TRADE_CLOSED" };
        return { ...fine, ...sum, trade_status: states[trade.status] };
      }
      case "alipay.trade.cancel":
        if (trade) trade.status = "closed";
        return { ...fine, out_trade_no: outTradeNo, action: "close" };
      case "alipay.trade.refund": {
        if (!this.takesBack(wish.out_request_no ?? "", outTradeNo, fen(wish.refund_amount))) {
          return no("ACQ.TRADE_STATUS_ERROR", "交易状态不合法");
        }
        return { ...fine, ...sum, fund_change: this.refundsPend ? "N" : "Y", refund_fee: wish.refund_amount };
      }
      case "alipay.trade.fastpay.refund.query": {
        const back = this.refunds.get(wish.out_request_no ?? "");
        return { ...fine, ...(back && !this.pends(back) && { refund_status: "REFUND_SUCCESS" }) };
      }
      default:
        return { code: "40002", msg: "Invalid Arguments", sub_code: "isv.invalid-method", sub_msg: method };
    }
  }

  private asWechat(request: IncomingMessage, url: URL, body: string, own: boolean) {
    const path = url.pathname;
    this.asked.push(`${request.method} ${path}`);
    const authorization = request.headers.authorization ?? "";
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? "";
    const text = `${request.method}\n${path}${url.search}\n${of("timestamp")}\n${of("nonce_str")}\n${body}\n`;
    const genuine =
      of("mchid") === wechatFields.merchantNo &&
      of("serial_no") === wechatFields.serialNo &&
      isMerchants(text, of("signature"));
    const made = genuine
      ? this.wechatAnswers(`${request.method} ${path}`, body === "" ? {} : JSON.parse(body))
      : { status: 401, data: { code: "SIGN_ERROR", message: "签名错误" } };
    const json = made.data === null ? "" : JSON.stringify(made.data);
    return { status: made.status, headers: this.signed(json, own), body: json };
  }

  private wechatAnswers(asked: string, wish: Record<string, never>): { status: number; data: unknown } {
    const no = (status: number, code: string, message: string) => ({ status, data: { code, message } });
    const [, , verb = ""] = /out-trade-no\/([^/]+)(\/\w+)?$/.exec(asked) ?? [];
    const outTradeNo: string =
      /out-trade-no\/([^/]+)/.exec(asked)?.[1] ?? (wish as Record<string, string>).out_trade_no ?? "";
    const trade = this.trades.get(outTradeNo);
    const whole = () => {
      const now = this.trades.get(outTradeNo);
      const states = { none: "NOTPAY", waiting: "NOTPAY", paid: "SUCCESS", closed: "CLOSED" };
      const total = { total: now?.amount ?? 0, currency: "CNY" };
      const ids = { mchid: wechatFields.merchantNo, out_trade_no: outTradeNo, transaction_id: `W${outTradeNo}` };
      return { status: 200, data: { ...ids, trade_state: states[now?.status ?? "none"], amount: total } };
    };
    const {
      amount,
      notify_url: noticeUrl = "",
      payer,
    } = wish as unknown as {
      amount?: { total: number; refund: number };
      notify_url?: string;
      payer?: { auth_code: string };
    };
    if (asked === "POST /v3/pay/transactions/native") {
      this.charge({ outTradeNo, amount: amount?.total ?? 0, status: "waiting", noticeUrl, paymentCode: "" });
      return { status: 200, data: { code_url: `weixin://wxpay/bizpayurl?pr=${outTradeNo}` } };
    }
    if (asked === "POST /v3/pay/transactions/codepay") {
      const code = payer?.auth_code ?? "";
      if (code.startsWith(this.poorCode)) return no(403, "NOT_ENOUGH", "余额不足");
      const status = code.startsWith(this.slowCode) ? "waiting" : "paid";
      if (trade?.status !== "paid") {
        this.charge({ outTradeNo, amount: amount?.total ?? 0, status, noticeUrl: "", paymentCode: code });
      }
      return status === "waiting" ? no(400, "USERPAYING", "用户支付中，需要输入密码") : whole();
    }
    if (asked === "POST /v3/refund/domestic/refunds") {
      const outRefundNo = (wish as Record<string, string>).out_refund_no ?? "";
      if (!this.takesBack(outRefundNo, outTradeNo, amount?.refund ?? 0))
        return no(403, "NOT_ENOUGH", "退款金额超过可退金额");
      return { status: 200, data: { out_refund_no: outRefundNo, status: this.refundsPend ? "PROCESSING" : "SUCCESS" } };
    }
    if (asked.startsWith("GET /v3/refund/domestic/refunds/")) {
      const back = this.refunds.get(asked.split("/").at(-1) ?? "");
      if (!back) return no(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
      return { status: 200, data: { status: this.pends(back) ? "PROCESSING" : "SUCCESS" } };
    }
    if (!trade) return no(404, "ORDER_NOT_EXIST", "订单不存在");
    if (verb !== "") {
      if (verb === "/close" && trade.status === "paid") return no(400, "ORDER_PAID", "订单已支付");
      trade.status = "closed";
      return { status: verb === "/close" ? 204 : 200, data: verb === "/close" ? null : { out_trade_no: outTradeNo } };
    }
    return whole();
  }

  private pends(back: Back): boolean {
    if (!this.refundsPend) back.pending = false;
    return back.pending;
  }

  private charge(trade: Trade): void {
    if (!this.trades.has(trade.outTradeNo)) this.trades.set(trade.outTradeNo, trade);
  }

  /** The same number again is the same refund. */
  private takesBack(outRefundNo: string, outTradeNo: string, amount: number): boolean {
    const before = this.refunds.get(outRefundNo);
    if (before) {
      before.asked += 1;
      return before.amount === amount;
    }
    const trade = this.trades.get(outTradeNo);
    const given = [...this.refunds.values()].filter((one) => one.outTradeNo === outTradeNo);
    const sum = given.reduce((total, one) => total + one.amount, 0) + amount;
    if (trade?.status !== "paid" || sum > trade.amount) return false;
    this.refunds.set(outRefundNo, { outTradeNo, amount, pending: this.refundsPend, asked: 1 });
    return true;
  }
}
