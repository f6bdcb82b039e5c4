/** Codes for frames and other systems: made for the system that a function's address belongs to, redeemed once. */
import { createHash, randomBytes } from "node:crypto";
import { frameAddress, functionRoutes } from "~/contract/function-route";
import { m } from "~/contract/messages";
import {
  type AuthCode,
  authCodeLifetime,
  clockTolerance,
  getAuthCode,
  qynkLogin,
  redeemAuthCode,
} from "~/contract/platform/auth-code";
import { parameterOf } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { Forbidden, NotFound, Refusal } from "../../kernel/refusal";
import { readSecret } from "../../kernel/secret-columns";
import { type Call, type Served, serve } from "../../kernel/served";
import { accessApp } from "./access-schema";
import { olderSignOf, sameSign, signOf } from "./frame-sign";
import { functionsOf } from "./function";

interface App {
  id: number;
  code: string;
  /** As it is kept: sealed. */
  secret: string;
}

const secretOf = (call: Call, { secret }: App) => readSecret(call, accessApp.secret, secret);

const appByOrigin = `
  select id, code, secret from access_app where origin = $1 and status = 'T' order by id limit 1
`;
const appByCode = `
  select id, code, secret from access_app where lower(code) = lower($1) and status = 'T'
`;

const serveGet = serve(getAuthCode, async (call, { reportId, sysFunctionId }) => {
  if (sysFunctionId === 0) return codeFor(call, await appNamed(call, reportId), reportId);
  const app = await appOfFunction(call, sysFunctionId);
  const method = await parameterOf(call.db, "reportAuthenticationMethod");
  if (method === "U") return userCodeFor(call, app);
  const code = await codeFor(call, app, reportId);
  return method === "T" ? code : { ...code, sign: olderSignOf(secretOf(call, app), code) };
});

/** A code for the caller to show to the application of this id; a refusal where none is registered. */
export async function codeForApplication(call: Call, code: string): Promise<AuthCode> {
  return codeFor(call, await appNamed(call, code), code);
}

async function appNamed({ db }: Call, code: string): Promise<App> {
  const [app] = await prepared<App>(db, appByCode, [code]);
  if (!app) throw new Refusal(m.frames_no_app({ origin: code }));
  return app;
}

/** The system at the origin that the function's frame leads to: no other gets a code, whatever the menu says. */
async function appOfFunction(call: Call, id: number): Promise<App> {
  const [account] = await prepared<{ acc_type: string }>(call.db, "select acc_type from account where id = $1", [
    call.caller.userId,
  ]);
  const granted = await functionsOf(
    call.db,
    { id: call.caller.userId, accType: account?.acc_type ?? "" },
    call.locale,
    call.caller,
  );
  const route = functionRoutes(granted).find((one) => one.id === id);
  if (!route) throw new NotFound();
  const replace = (await parameterOf(call.db, "isReplaceReportUrl")) === "T";
  const origin = originOf(frameAddress(route, replace));
  const [app] = origin ? await prepared<App>(call.db, appByOrigin, [origin]) : [];
  if (!app) throw new Refusal(m.frames_no_app({ origin: origin ?? route.path }));
  return app;
}

const insertCode = `
  insert into auth_code (code_hash, access_app_id, account_id, report_id, expires_at) values ($1, $2, $3, $4, $5)
`;

async function codeFor(call: Call, app: App, reportId: string): Promise<AuthCode> {
  const { db, caller, now } = call;
  await prepared(db, "delete from auth_code where expires_at < $1", [now]);
  const authCode = randomBytes(24).toString("base64url");
  const expires = new Date(now.getTime() + authCodeLifetime);
  await prepared(db, insertCode, [hashOf(authCode), app.id, caller.userId, reportId, expires]);
  const signed = { appId: app.code, authCode, timestamp: String(now.getTime()), corpCodes: caller.corpCode };
  return { appId: app.code, authCode, timestamp: signed.timestamp, sign: signOf(secretOf(call, app), signed) };
}

/** Method U: no code to redeem; the system believes the signed account name while the timestamp is fresh. */
function userCodeFor(call: Call, app: App): AuthCode {
  const { caller, now } = call;
  const signed = { appId: app.code, userCode: caller.accName, timestamp: String(now.getTime()) };
  const sign = signOf(secretOf(call, app), { ...signed, corpCodes: caller.corpCode });
  return { appId: app.code, authCode: caller.accName, timestamp: signed.timestamp, sign };
}

interface Redeemed {
  user_id: number;
  acc_name: string;
  name: string;
  report_id: string;
}

/** One statement, so that of two who ask at once only one is answered. */
const redeem = `
  delete from auth_code c
  using account a
  where c.code_hash = $1
    and c.access_app_id = $2
    and c.expires_at > $3
    and a.corp_code = c.corp_code
    and a.id = c.account_id
    and a.status = 'T'
  returning a.id as user_id, a.acc_name, a.name, c.report_id
`;

const serveRedeem = serve(redeemAuthCode, async (call, { appId, authCode, timestamp, sign }) => {
  const { db, caller, now } = call;
  const refused = new Forbidden(m.frames_code_refused());
  const [app] = await prepared<App>(db, appByCode, [appId]);
  const { corpCode: corpCodes } = caller;
  const right = sameSign(sign, signOf(app ? secretOf(call, app) : "none", { appId, authCode, timestamp, corpCodes }));
  if (!app || !right || Math.abs(now.getTime() - Number(timestamp)) > clockTolerance) throw refused;
  const [found] = await prepared<Redeemed>(db, redeem, [hashOf(authCode), app.id, now]);
  if (!found) throw refused;
  const { user_id: userId, acc_name: accName, name, report_id: reportId } = found;
  return { userId, accName, name, corpCode: corpCodes, reportId };
});

/** Of the access application `qynk`, at the address that the parameter qynkLoginUrl names. */
const serveFarm = serve(qynkLogin, async (call, { userName }) => {
  const { caller, db } = call;
  if (userName !== caller.accName) throw new NotFound();
  const base = await parameterOf(db, "qynkLoginUrl");
  if (!originOf(base)) throw new Refusal(m.frames_no_farm());
  const url = new URL(base);
  const code = await codeFor(call, await appNamed(call, "qynk"), "qynk");
  const query = { ...code, corpCodes: caller.corpCode, userName };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
});

/** Of an http address; null for everything else. */
export function originOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.origin : null;
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

export const authCodeServed: Served[] = [serveGet, serveRedeem, serveFarm];
