/** WeChat Pay v3: native, codepay, query, close, reverse, refunds and notices, by `wechatpay-axios-plugin`. */
import { log } from "../../../../../log";
import {
  type Charge,
  companies,
  type Gateway,
  type Keys,
  type Notice,
  type Return,
  type ReturnStanding,
  Silent,
  type Standing,
  Wrong,
} from "./gateway";
import { privateKeyOf, publicKeyOf } from "./keys";
import { wechatLibrary } from "./libraries";

/** Seconds that a notice's clock may differ from ours: an old one that is sent again is none. */
const clockOffset = 300;

interface Answer {
  status: number;
  data: Record<string, unknown>;
}

export function wechat(keys: Keys): Gateway {
  const privateKey = privateKeyOf(keys.privateKey);
  const companyKey = publicKeyOf(keys.companyKey);
  if (!privateKey || !companyKey) throw new Wrong("key");
  const { appId: appid, merchantNo: mchid } = keys;
  const client = wechatLibrary().Decorator.jsonBased({
    ...{ mchid, serial: keys.serialNo, privateKey, certs: { [keys.companyKeyId]: companyKey } },
    ...{ baseURL: companies.wechat, timeout: companies.patience, maxRedirects: 0, proxy: false },
  });
  /** 2xx with its signature looked at by the client; a refusal with its code; everything else is silence. */
  const ask = async (method: "get" | "post", path: string, data?: Record<string, unknown>): Promise<Answer> => {
    try {
      const { status, data: body } = await client.request({ method, url: path, ...(data && { data }) });
      return { status, data: (body ?? {}) as Record<string, unknown> };
    } catch (error) {
      const { response } = error as { response?: { status: number; data?: unknown } };
      const said = response?.data as Record<string, unknown> | undefined;
      const code = String(said?.code ?? "");
      if (response && response.status >= 400 && response.status < 500 && code && code !== "SYSTEM_ERROR") {
        if (response.status === 401) throw new Wrong(saidBy(said));
        return { status: response.status, data: said ?? {} };
      }
      log("warn", "gateway", {
        company: "wechat",
        method,
        path: path.split("?")[0],
        message: String(response?.status ?? "none"),
      });
      throw new Silent(path);
    }
  };
  const ofTrade = (outTradeNo: string, verb = "") => `/v3/pay/transactions/out-trade-no/${outTradeNo}${verb}`;
  const query = async (outTradeNo: string): Promise<Standing> => {
    const { status, data } = await ask("get", `${ofTrade(outTradeNo)}?mchid=${mchid}`);
    if (status === 404) return { state: "none" };
    return status === 200 ? standingOf(data) : { state: "failed", why: saidBy(data) };
  };
  const refunded = ({ status, data }: Answer): ReturnStanding => {
    if (status !== 200) return { state: "failed", why: saidBy(data) };
    if (data.status === "SUCCESS") return { state: "done" };
    return data.status === "PROCESSING" ? { state: "pending" } : { state: "failed", why: String(data.status) };
  };
  return {
    query,
    async show(charge) {
      const { status, data } = await ask("post", "/v3/pay/transactions/native", { appid, mchid, ...ordered(charge) });
      return status === 200
        ? { state: "waiting", code: String(data.code_url) }
        : { state: "failed", why: saidBy(data) };
    },
    async take(charge, auth_code) {
      const { noticeUrl: _none, ...rest } = charge;
      const wish = {
        ...ordered({ ...rest, noticeUrl: "" }),
        payer: { auth_code },
        scene_info: { store_info: { id: "1" } },
      };
      const { status, data } = await ask("post", "/v3/pay/transactions/codepay", { appid, mchid, ...wish });
      if (data.code === "USERPAYING") return { state: "waiting" };
      if (status !== 200) return { state: "failed", why: saidBy(data) };
      return standingOf(data);
    },
    async close(outTradeNo, how) {
      const now = await query(outTradeNo);
      if (now.state !== "waiting") return now.state === "none" ? { state: "closed" } : now;
      const { status } =
        how === "show"
          ? await ask("post", ofTrade(outTradeNo, "/close"), { mchid })
          : await ask("post", ofTrade(outTradeNo, "/reverse"), { appid, mchid });
      if (status >= 300) throw new Silent("close");
      return { state: "closed" };
    },
    async refund({ outTradeNo, outRefundNo, amount, total, reason }: Return) {
      const sums = { refund: amount, total, currency: "CNY" };
      const wish = { out_trade_no: outTradeNo, out_refund_no: outRefundNo, reason: reason.slice(0, 80), amount: sums };
      return refunded(await ask("post", "/v3/refund/domestic/refunds", wish));
    },
    queryRefund: async ({ outRefundNo }) => refunded(await ask("get", `/v3/refund/domestic/refunds/${outRefundNo}`)),
    notice: (headers, body) => noticeOf(keys, companyKey, headers, body),
    heard: () => ({ body: JSON.stringify({ code: "SUCCESS" }), type: "application/json" }),
    async attempt() {
      const { status, data } = await ask("get", `${ofTrade("no-such-payment")}?mchid=${mchid}`);
      if (status !== 404 && status !== 200) throw new Wrong(saidBy(data));
    },
  };
}

function noticeOf(
  keys: Keys,
  companyKey: ReturnType<typeof publicKeyOf>,
  headers: Headers,
  body: string,
): Notice | null {
  const of = (name: string) => headers.get(`wechatpay-${name}`) ?? "";
  const [timestamp, nonce, signature, serial] = [of("timestamp"), of("nonce"), of("signature"), of("serial")];
  if (!companyKey || serial !== keys.companyKeyId || signature === "") return null;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= clockOffset)) return null;
  try {
    const { Aes, Formatter, Rsa } = wechatLibrary();
    if (!Rsa.verify(Formatter.response(timestamp, nonce, body), signature, companyKey)) return null;
    const { resource } = JSON.parse(body);
    const { ciphertext, nonce: iv, associated_data: aad } = resource;
    const told = JSON.parse(Aes.AesGcm.decrypt(ciphertext, keys.apiKey, iv, aad));
    if (told.mchid !== keys.merchantNo || typeof told.out_trade_no !== "string") return null;
    return { outTradeNo: told.out_trade_no, standing: standingOf(told) };
  } catch {
    // Signed by nobody, or sealed with another key: it says nothing.
    return null;
  }
}

const ordered = ({ outTradeNo, amount, subject, until, noticeUrl }: Charge) => ({
  description: subject,
  out_trade_no: outTradeNo,
  time_expire: `${until.toISOString().slice(0, 19)}+00:00`,
  amount: { total: amount, currency: "CNY" },
  ...(noticeUrl && { notify_url: noticeUrl }),
});

function standingOf(data: Record<string, unknown>): Standing {
  const { trade_state: state, amount, transaction_id: transactionNo } = data;
  const total = Number((amount as { total?: number } | undefined)?.total ?? Number.NaN);
  // REFUND: it was paid, and some of it went back since.
  if (state === "SUCCESS" || state === "REFUND")
    return { state: "paid", amount: total, transactionNo: String(transactionNo ?? "") };
  if (state === "CLOSED" || state === "REVOKED") return { state: "closed" };
  if (state === "PAYERROR") return { state: "failed", why: String(data.trade_state_desc ?? state) };
  return { state: "waiting" };
}

const saidBy = (data: Record<string, unknown> | undefined) =>
  `${data?.message ?? ""} (${data?.code ?? ""})`.slice(0, 200);
