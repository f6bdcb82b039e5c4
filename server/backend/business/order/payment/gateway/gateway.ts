/**
 * What a payment company does for a till, whichever company it is. Each call is bounded in time; one that says nothing, or
 * whose answer is not its own, throws {@link Silent}: what became of the money is then unknown until it is asked again.
 */

/** Money that is to be taken once: the number is the same however often it is asked for. Amounts in fen. */
export interface Charge {
  outTradeNo: string;
  amount: number;
  /** What the customer reads. */
  subject: string;
  /** Until when the customer may pay. */
  until: Date;
  /** Where the company says what became of it; "" where nobody listens. */
  noticeUrl: string;
}

export type Standing =
  | { state: "paid"; amount: number; transactionNo: string }
  /** The customer has yet to confirm, or to scan `code`. */
  | { state: "waiting"; code?: string }
  | { state: "closed" }
  /** It comes to nothing: `why` in the company's words. */
  | { state: "failed"; why: string }
  /** The company knows no such number. */
  | { state: "none" };

/** Money that goes back, once for each number. */
export interface Return {
  outTradeNo: string;
  outRefundNo: string;
  amount: number;
  /** What was taken in all. */
  total: number;
  reason: string;
}

export type ReturnStanding = { state: "done" } | { state: "pending" } | { state: "failed"; why: string };

/** What a company said by itself, once its signature is known to be its own. */
export interface Notice {
  outTradeNo: string;
  standing: Standing;
}

export interface Gateway {
  /** A code that the customer scans. */
  show(charge: Charge): Promise<Standing>;
  /** Takes the money of the customer whose payment code was scanned. */
  take(charge: Charge, paymentCode: string): Promise<Standing>;
  query(outTradeNo: string): Promise<Standing>;
  /** Ends it: money that was taken by a payment code meanwhile goes back. Paid already: says so instead. */
  close(outTradeNo: string, how: "show" | "take"): Promise<Standing>;
  refund(back: Return): Promise<ReturnStanding>;
  queryRefund(back: Return): Promise<ReturnStanding>;
  /** Null where it is not the company's own, or not about this account. */
  notice(headers: Headers, body: string): Notice | null;
  /** What the company wants to hear of a notice that was taken. */
  heard(): { body: string; type: string };
  /** Asks for nothing: the keys fit, or it throws {@link Wrong}. */
  attempt(): Promise<void>;
}

/** No answer, or none that can be trusted. */
export class Silent extends Error {
  override readonly name = "Silent";
}

/** The company refuses the account itself, in its own words. */
export class Wrong extends Error {
  override readonly name = "Wrong";
}

/** An account with its secrets opened; they live as long as a call. */
export interface Keys {
  provider: string;
  appId: string;
  merchantNo: string;
  serialNo: string;
  privateKey: string;
  apiKey: string;
  companyKey: string;
  companyKeyId: string;
}

/** Where the companies are; a sandbox or a test's own in their place. */
export const companies = {
  alipay: "https://openapi.alipay.com/gateway.do",
  wechat: "https://api.mch.weixin.qq.com/",
  /** Milliseconds that an answer may take. */
  patience: 8_000,
};

/** Others in their place, by the settings of the process. */
export function putCompanies(others: { alipay?: string | undefined; wechat?: string | undefined } = {}): void {
  companies.alipay = others.alipay ?? companies.alipay;
  companies.wechat = others.wechat ?? companies.wechat;
}
