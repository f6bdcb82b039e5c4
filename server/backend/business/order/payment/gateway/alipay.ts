/** Alipay's open API: trade.precreate, trade.pay, query, cancel, refund and its notices, by `alipay-sdk`. */
import type { AlipaySdk, AlipaySdkCommonResult } from "alipay-sdk";
import { log } from "../../../../../log";
import {
  type Charge,
  companies,
  type Gateway,
  type Keys,
  type Notice,
  type Return,
  Silent,
  type Standing,
  Wrong,
} from "./gateway";
import { privateKeyOf, publicKeyOf } from "./keys";
import { alipayLibrary } from "./libraries";

const done = "10000";
const waits = "10003";
/** The gateway itself does not know: `20000` service unavailable. */
const unknown = "20000";
/** Codes of the account, not of a payment. */
const ofAccount = ["40001", "40002", "40003", "40006"];

export function alipay(keys: Keys): Gateway {
  const sdk = new (alipayLibrary().AlipaySdk)({
    appId: keys.appId,
    privateKey: privateKeyOf(keys.privateKey)?.export({ type: "pkcs1", format: "pem" }).toString().trim() ?? "",
    alipayPublicKey: publicKeyOf(keys.companyKey)?.export({ type: "spki", format: "pem" }).toString().trim() ?? "",
    gateway: companies.alipay,
    timeout: companies.patience,
  });
  /** The answer with its signature looked at; no answer, another's, and "I do not know" are silence. */
  const ask = async (method: string, bizContent: Record<string, unknown>, noticeUrl = "") => {
    const answer = await sdk
      .exec(method, { bizContent, ...(noticeUrl && { notifyUrl: noticeUrl }) }, { validateSign: true })
      .catch((error: unknown) => {
        // The SDK's message may quote the answer; nothing of it is kept.
        log("warn", "gateway", { company: "alipay", method, message: nameOf(error) });
        throw new Silent(method);
      });
    if (answer.code === unknown || answer.subCode === "ACQ.SYSTEM_ERROR" || answer.subCode === "aop.ACQ.SYSTEM_ERROR") {
      throw new Silent(method);
    }
    if (ofAccount.includes(answer.code) && !String(answer.subCode ?? "").startsWith("ACQ."))
      throw new Wrong(saidBy(answer));
    return answer;
  };
  const query = async (outTradeNo: string): Promise<Standing> => {
    const answer = await ask("alipay.trade.query", { outTradeNo });
    return answer.code === done ? standingOf(answer as Trade) : refusedBy(answer);
  };
  return {
    query,
    async show(charge) {
      const answer = await ask("alipay.trade.precreate", ordered(charge), charge.noticeUrl);
      return answer.code === done ? { state: "waiting", code: String(answer.qrCode) } : refusedBy(answer);
    },
    async take(charge, authCode) {
      const wish = { ...ordered(charge), scene: "bar_code", authCode };
      const answer = await ask("alipay.trade.pay", wish, charge.noticeUrl);
      if (answer.code === waits) return { state: "waiting" };
      if (answer.code !== done) return refusedBy(answer);
      return { state: "paid", amount: fenOf(answer.totalAmount), transactionNo: String(answer.tradeNo) };
    },
    async close(outTradeNo) {
      const now = await query(outTradeNo);
      if (now.state !== "waiting") return now.state === "none" ? { state: "closed" } : now;
      const answer = await ask("alipay.trade.cancel", { outTradeNo });
      if (answer.code !== done) throw new Silent("alipay.trade.cancel");
      return { state: "closed" };
    },
    async refund(back) {
      const answer = await ask("alipay.trade.refund", returned(back));
      if (answer.code !== done) return { state: "failed", why: saidBy(answer) };
      return answer.fundChange === "Y" ? { state: "done" } : { state: "pending" };
    },
    async queryRefund({ outTradeNo, outRefundNo }) {
      const answer = await ask("alipay.trade.fastpay.refund.query", { outTradeNo, outRequestNo: outRefundNo });
      return answer.code === done && answer.refundStatus === "REFUND_SUCCESS"
        ? { state: "done" }
        : { state: "pending" };
    },
    notice: (_headers, body) => noticeOf(sdk, keys, body),
    heard: () => ({ body: "success", type: "text/plain" }),
    async attempt() {
      const answer = await ask("alipay.trade.query", { outTradeNo: "no-such-payment" });
      if (answer.subCode !== "ACQ.TRADE_NOT_EXIST" && answer.code !== done) throw new Wrong(saidBy(answer));
    },
  };
}

function noticeOf(sdk: AlipaySdk, { appId }: Keys, body: string): Notice | null {
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (!sdk.checkNotifySignV2(fields) || fields.app_id !== appId || !fields.out_trade_no) return null;
  const { trade_status: tradeStatus, total_amount: totalAmount, trade_no: tradeNo } = fields;
  return { outTradeNo: fields.out_trade_no, standing: standingOf({ tradeStatus, totalAmount, tradeNo }) };
}

const ordered = ({ outTradeNo, amount, subject, until }: Charge) => ({
  outTradeNo,
  totalAmount: yuanOf(amount),
  subject,
  timeoutExpress: `${Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000))}m`,
});

const returned = ({ outTradeNo, outRefundNo, amount, reason }: Return) => ({
  ...{ outTradeNo, outRequestNo: outRefundNo, refundAmount: yuanOf(amount), refundReason: reason },
});

type Trade = {
  tradeStatus?: string | undefined;
  totalAmount?: string | undefined;
  tradeNo?: string | undefined;
};

function standingOf({ tradeStatus, totalAmount, tradeNo }: Trade): Standing {
  if (tradeStatus === "TRADE_SUCCESS" || tradeStatus === "TRADE_FINISHED") {
    return { state: "paid", amount: fenOf(totalAmount), transactionNo: String(tradeNo ?? "") };
  }
  return tradeStatus === "TRADE_CLOSED" ? { state: "closed" } : { state: "waiting" };
}

function refusedBy(answer: AlipaySdkCommonResult): Standing {
  if (answer.subCode === "ACQ.TRADE_NOT_EXIST") return { state: "none" };
  // Asked for before, and paid: what it came to is asked for by its number.
  if (answer.subCode === "ACQ.TRADE_HAS_SUCCESS") throw new Silent("alipay.trade.pay");
  return { state: "failed", why: saidBy(answer) };
}

const saidBy = ({ subMsg, msg, subCode, code }: AlipaySdkCommonResult) =>
  `${subMsg ?? msg ?? ""} (${subCode ?? code})`.slice(0, 200);
const nameOf = (error: unknown) =>
  error instanceof alipayLibrary().AlipayRequestError ? (error.code ?? error.name) : String(error).slice(0, 80);

/** "12.30" of fen, without floating point. */
export const yuanOf = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, "0")}`;

/** Fen of "12.3"; NaN where it is no amount, which equals none. */
export function fenOf(yuan: unknown): number {
  const [, whole = "", part = ""] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(yuan)) ?? [];
  return whole === "" ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
