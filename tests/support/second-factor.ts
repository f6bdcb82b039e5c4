/** Accounts with a second factor, and browsers that sign in to them. */
import { randomUUID } from "node:crypto";
import md5 from "md5";
import { Secret, TOTP } from "otpauth";
import {
  factorStepChallenge,
  factorStepState,
  factorStepVerify,
  passkeyAdd,
  passkeyBegin,
  totpBegin,
  totpConfirm,
  totpPending,
} from "~/contract/platform/second-factor";
import { login } from "~/contract/platform/session";
import { TestAuthenticator } from "./authenticator";
import { adminPassword, type TestBackend } from "./backend";

/** The code of an app at a moment; `steps` later or earlier. */
export const codeOf = (secret: string, at: Date, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() + steps * 30_000 });

export interface Enrolled {
  token: string;
  id: number;
  accName: string;
  secret: string;
  codes: string[];
}

type CreateUser = Parameters<TestBackend["createUser"]>[0];

/** An account whose app was confirmed by a code of two minutes ago; its session is proved. */
export async function withApp(backend: TestBackend, about: CreateUser = {}): Promise<Enrolled> {
  const user = await backend.createUser(about);
  await backend.call(totpBegin, {}, { as: user.token });
  const { data } = await backend.call(totpPending, {}, { as: user.token });
  const secret = data?.secret ?? "";
  const before = new Date(Date.now() - 120_000);
  backend.setNow(before);
  const confirmed = await backend.call(totpConfirm, { code: codeOf(secret, before) }, { as: user.token });
  backend.setNow(null);
  if (!confirmed.success) throw new Error(confirmed.message);
  return { ...user, secret, codes: confirmed.data.codes };
}

/** A passkey more, for an account that is signed in and proved. */
export async function withPasskey(backend: TestBackend, token: string, name = "办公室电脑") {
  const device = new TestAuthenticator();
  const { origin } = device;
  const begun = await backend.call(passkeyBegin, { origin }, { as: token });
  const passkey = device.create({ challenge: String(begun.data.options.challenge) });
  const added = await backend.call(passkeyAdd, { name, origin, passkey }, { as: token });
  return { device, added };
}

let addresses = 0;
/** Of a documentation network, another one each time: failures of one browser are not counted against the next. */
const nextAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;

/** A browser before it is signed in. */
export function aBrowser(
  backend: TestBackend,
  {
    device = randomUUID() + randomUUID(),
    clientAddress = nextAddress(),
  }: { device?: string; clientAddress?: string } = {},
) {
  const as = { as: "", sessionId: randomUUID() };
  const from = { clientAddress, userAgent: "Test" };
  return {
    device,
    sessionId: as.sessionId,
    enter: (accName: string, password = adminPassword, corpCode = "0001") =>
      backend.call(login, { accName, password: md5(password), corpCode, device, ...from }, as),
    state: () => backend.call(factorStepState, {}, as),
    challenge: async (origin = "http://console.test") =>
      String((await backend.call(factorStepChallenge, { origin }, as)).data.options.challenge),
    code: (code: string, remember = false) => backend.call(factorStepVerify, { code, remember, device, ...from }, as),
    passkey: (passkey: string, origin = "http://console.test") =>
      backend.call(factorStepVerify, { passkey, origin, device, ...from }, as),
  };
}
