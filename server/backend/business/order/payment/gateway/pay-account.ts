/** Accounts at payment companies: what is saved of them, and whether a connection is good. */
import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { payAccount as resource, tryPayAccount } from "~/contract/order/pay-account";
import type { Transaction } from "../../../../db/database";
import { stamp } from "../../../../kernel/business-time";
import { dependsOn } from "../../../../kernel/depends-on";
import { holdsDictionary } from "../../../../kernel/dictionary-use";
import { Invalid, NotFound } from "../../../../kernel/refusal";
import { serveResource } from "../../../../kernel/resource";
import type { Values } from "../../../../kernel/resource-backend";
import { firstOf } from "../../../../kernel/rows";
import { readSecret } from "../../../../kernel/secret-columns";
import { type Call, type Served, serveAfter } from "../../../../kernel/served";
import { payAttempt, payAccount as table } from "../pay-schema";
import { gatewayOf } from "./companies";
import { type Gateway, Silent, Wrong } from "./gateway";
import { endOf, privateKeyOf, publicKeyOf } from "./keys";

holdsDictionary("paymentType", m.pay_account, table, table.paymentType);
dependsOn("payAccount", {
  table: payAttempt,
  by: payAttempt.accountId,
  name: payAttempt.outTradeNo,
  words: m.pay_account_has_attempts,
});

const apiKeyLength = 32;

interface Stored {
  id: number;
  name: string;
  provider: string;
  appId: string;
  merchantNo: string;
  serialNo: string;
  privateKey: string;
  apiKey: string;
  companyKey: string;
  companyKeyId: string;
  noticeOrigin: string;
  noticeKey: string;
}

/** An account with its keys opened: for the length of a call. */
export interface OpenAccount {
  id: number;
  gateway: Gateway;
  /** "" where nobody listens. */
  noticeUrl: string;
}

/** The sealed row of the account that `which` names. */
export function storedAccount(db: Transaction, which: SQL): Promise<Stored | undefined> {
  return firstOf<Stored>(
    db,
    sql`
      select id, name, provider, app_id as "appId", coalesce(merchant_no, '') as "merchantNo",
             coalesce(serial_no, '') as "serialNo", private_key as "privateKey", coalesce(api_key, '') as "apiKey",
             company_key as "companyKey", coalesce(company_key_id, '') as "companyKeyId",
             coalesce(notice_origin, '') as "noticeOrigin", notice_key as "noticeKey"
      from pay_account
      where ${which}
    `,
  );
}

/** Throws {@link Wrong} where its keys are none. */
export function opened(keeper: Pick<Call, "secrets" | "caller">, stored: Stored): OpenAccount {
  const gateway = gatewayOf({
    ...stored,
    privateKey: readSecret(keeper, table.privateKey, stored.privateKey),
    companyKey: readSecret(keeper, table.companyKey, stored.companyKey),
    apiKey: stored.apiKey && readSecret(keeper, table.apiKey, stored.apiKey),
  });
  return { id: stored.id, gateway, noticeUrl: noticeUrlOf(stored) };
}

const noticeUrlOf = ({ noticeOrigin, noticeKey }: Pick<Stored, "noticeOrigin" | "noticeKey">) =>
  noticeOrigin && `${noticeOrigin}/payNotice/${noticeKey}`;

export const payAccountServed: Served[] = [
  ...serveResource(resource, { table, check, commands: { resume: { mayNot: twins } } }),
  serveAfter(
    tryPayAccount,
    async ({ database, caller, secrets }, { id }) => {
      const stored = await database.tenant(caller.corpCode, (tx) => storedAccount(tx, sql`id = ${id}`), {
        readOnly: true,
      });
      if (!stored) throw new NotFound();
      const why = await whyNotGood({ secrets, caller } as Pick<Call, "secrets" | "caller">, stored);
      return { stored, why };
    },
    async (call, { id }, { stored, why }) => {
      if (why === "") {
        await call.db.execute(
          sql`update pay_account set tried_at = ${call.now.toISOString()}::timestamptz where id = ${id}`,
        );
      }
      call.audit({ thing: resource.noun, thingId: id, label: stored.name, after: { connection: why || "ok" } });
      return { ok: why === "", why, noticeUrl: noticeUrlOf(stored) };
    },
  ),
];

async function whyNotGood(keeper: Pick<Call, "secrets" | "caller">, stored: Stored): Promise<string> {
  try {
    await opened(keeper, stored).gateway.attempt();
    return "";
  } catch (error) {
    if (error instanceof Silent) return m.pay_try_silent();
    if (error instanceof Wrong)
      return error.message === "key" ? m.pay_try_key() : m.pay_try_refused({ why: error.message });
    throw error;
  }
}

/** Keys are read before they are sealed: what is no key is said at its field, and not when somebody waits to pay. */
async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const row = { ...before, ...values };
  const errors: FieldErrors = {};
  const text = (name: string) => String(values[name] ?? "");
  const typed = (name: string) => typeof values[name] === "string" && text(name) !== "" && !/^•+/.test(text(name));
  const isWechat = row.provider === "wechat";
  if (typed("privateKey") && !privateKeyOf(text("privateKey"))) errors.privateKey = [m.pay_no_private_key()];
  if (typed("companyKey") && !publicKeyOf(text("companyKey"))) errors.companyKey = [m.pay_no_company_key()];
  if (typed("apiKey") && text("apiKey").length !== apiKeyLength) errors.apiKey = [m.pay_no_api_key()];
  for (const name of ["merchantNo", "serialNo", "companyKeyId", "apiKey"]) {
    if (isWechat && !row[name]) errors[name] = [m.pay_needed_wechat()];
  }
  const origin = text("noticeOrigin").replace(/\/+$/, "");
  if (origin !== "" && !isOrigin(origin)) errors.noticeOrigin = [m.pay_origin_wrong()];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  if (origin !== "") values.noticeOrigin = origin;
  const [twin] = await twins(call, [{ id: Number(before?.id ?? 0), ...row }]);
  if (twin && (before?.status ?? "T") === "T") throw new Invalid({ paymentType: [twin] });
  if (!before) values.noticeKey = randomBytes(24).toString("base64url");
  if (typed("privateKey")) {
    values.keysSetAt = stamp(call.now);
    values.keyEnd = endOf(text("privateKey"));
  }
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" && url.origin === text;
}

/** Of two accounts in use for one payment type nobody could say which takes the money. An index says so as well. */
async function twins(call: Call, rows: readonly Values[]): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const { id, paymentType } of rows) {
    const twin = await firstOf<{ name: string }>(
      call.db,
      sql`
        select name from pay_account
        where payment_type = ${String(paymentType)} and status = 'T' and id <> ${Number(id ?? 0)}
      `,
    );
    found.push(twin ? m.pay_account_twin({ name: twin.name }) : null);
  }
  return found;
}
