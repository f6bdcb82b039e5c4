/** The second factors of one's own account: adding them, removing them, and recovery codes. All of it runs as the owner. */
import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { factorRules } from "~/contract/platform/factor-rules";
import * as contract from "~/contract/platform/second-factor";
import { asCaller } from "../../../kernel/as-owner";
import { notify } from "../../../kernel/notify";
import { Invalid, NotFound, Refusal, RefusedButKept } from "../../../kernel/refusal";
import { readSecret, sealSecret } from "../../../kernel/secret-columns";
import { type Call, type Served, serve } from "../../../kernel/served";
import { account } from "../account-schema";
import { signInDevice } from "../session-schema";
import { totpOf } from "./check";
import { isFactorRequired, type Owner, rememberedDays } from "./owner";
import { ofOwner, passkeysOf, registered, registrationOptions } from "./passkeys";
import { keepChallenge, markProved, ownerOf, ownRow, takeChallenge } from "./prove";
import { makeRecoveryCodes, recoveryLeft } from "./recovery";
import { accountTotp, passkey, recoveryCode } from "./schema";
import { newSecret, stepOf, uriOf } from "./totp";

const asOwner = { asOwner: true } as const;

/** One's own account, locked: its factors change one after the other. */
async function ownAccount(call: Call) {
  const [mine] = await call.db
    .select()
    .from(account)
    .where(ownRow(ownerOf(call)))
    .for("update");
  if (!mine) throw new NotFound(m.ops_not_found());
  return mine;
}

async function hasTotp({ db }: Call, owner: Owner): Promise<boolean> {
  return (await db.$count(accountTotp, and(totpOf(owner), isNotNull(accountTotp.confirmedAt)))) > 0;
}

const serveState = serve(
  contract.factorState,
  async (call) => {
    const owner = ownerOf(call);
    const days = await rememberedDays(call, owner.corpCode);
    const since = new Date(call.now.getTime() - days * 86_400_000);
    const [mine] = await call.db.select({ version: account.factorVersion }).from(account).where(ownRow(owner));
    const remembered = await call.db.$count(
      signInDevice,
      and(ofDevices(owner), gt(signInDevice.trustedAt, since), eq(signInDevice.trustedVersion, mine?.version ?? -1)),
    );
    return {
      totp: await hasTotp(call, owner),
      passkeys: (await passkeysOf(call, owner)).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryLeft: await recoveryLeft(call, owner),
      required: await isFactorRequired(call, owner),
      remembered: days === 0 ? 0 : remembered,
    };
  },
  asOwner,
);

const ofDevices = ({ corpCode, id }: Owner) => and(eq(signInDevice.corpCode, corpCode), eq(signInDevice.accountId, id));

const serveTotpBegin = serve(
  contract.totpBegin,
  async (call) => {
    const owner = ownerOf(call);
    await ownAccount(call);
    const pending = sealSecret(call, accountTotp.pending, newSecret());
    await call.db
      .insert(accountTotp)
      .values({ corpCode: owner.corpCode, accountId: owner.id, pending })
      .onConflictDoUpdate({ target: [accountTotp.corpCode, accountTotp.accountId], set: { pending } });
    return {};
  },
  asOwner,
);

async function pendingSecret(call: Call): Promise<string | null> {
  const [found] = await call.db
    .select()
    .from(accountTotp)
    .where(totpOf(ownerOf(call)));
  return found?.pending ? readSecret(call, accountTotp.pending, found.pending) : null;
}

const serveTotpPending = serve(
  contract.totpPending,
  async (call) => {
    const secret = await pendingSecret(call);
    if (secret === null) return null;
    return { secret, uri: uriOf(secret, { issuer: m.product_name(), account: call.caller.accName }) };
  },
  asOwner,
);

const serveTotpConfirm = serve(
  contract.totpConfirm,
  async (call, { code }) => {
    const owner = ownerOf(call);
    const mine = await ownAccount(call);
    const secret = await pendingSecret(call);
    if (secret === null) throw new Refusal(m.factor_totp_none());
    const step = stepOf(secret, code.replace(/\s/g, ""), call.now);
    if (step === null) throw new Invalid({ code: [m.factor_code_not()] });
    await call.db
      .update(accountTotp)
      .set({
        secret: sealSecret(call, accountTotp.secret, secret),
        pending: null,
        confirmedAt: call.now,
        // The code that confirmed it opens nothing afterwards.
        lastStep: step,
      })
      .where(totpOf(owner));
    const codes = await added(call, mine);
    call.audit({ thing: "account", thingId: owner.id, label: mine.accName, after: { secondFactor: "totp" } });
    return { codes };
  },
  asOwner,
);

/** What every new factor brings with it; answers recovery codes where there were none. */
async function added(call: Call, mine: typeof account.$inferSelect): Promise<string[]> {
  await call.db.update(account).set({ hasFactor: true, factorVersion: sql`factor_version + 1` }).where(ownRow(mine));
  await markProved(call);
  await tell(call, m.factor_told_added);
  return (await recoveryLeft(call, mine)) === 0 ? makeRecoveryCodes(call, mine) : [];
}

/** The person hears of it, whoever did it. */
async function tell(call: Call, title: typeof m.factor_told_added): Promise<void> {
  const { db, now, caller } = call;
  await asCaller(call, () =>
    notify(db, now, {
      to: { accounts: [caller.userId] },
      kind: "notice",
      title: (options) => title({}, options),
      body: (options) => m.factor_told_body({}, options),
      link: "/userinfo/factor",
    }),
  );
}

/** After one was removed: without any other, recovery codes open nothing either. */
async function removed(call: Call, mine: typeof account.$inferSelect): Promise<void> {
  const left = (await hasTotp(call, mine)) || (await passkeysOf(call, mine)).length > 0;
  if (!left && (await isFactorRequired(call, mine))) throw new Refusal(m.factor_last_required());
  if (!left)
    await call.db
      .delete(recoveryCode)
      .where(and(eq(recoveryCode.corpCode, mine.corpCode), eq(recoveryCode.accountId, mine.id)));
  await call.db.update(account).set({ hasFactor: left, factorVersion: sql`factor_version + 1` }).where(ownRow(mine));
  await tell(call, m.factor_told_removed);
}

const serveTotpRemove = serve(
  contract.totpRemove,
  async (call) => {
    const mine = await ownAccount(call);
    const gone = await call.db.delete(accountTotp).where(totpOf(mine)).returning({ at: accountTotp.confirmedAt });
    if (!gone[0]?.at) throw new NotFound(m.ops_not_found());
    await removed(call, mine);
    call.audit({ thing: "account", thingId: mine.id, label: mine.accName, before: { secondFactor: "totp" } });
    return {};
  },
  asOwner,
);

const servePasskeyBegin = serve(
  contract.passkeyBegin,
  async (call, { origin }) => {
    const { accName, name } = call.caller;
    const options = await registrationOptions(call, ownerOf(call), { origin, accName, name });
    await keepChallenge(call, options.challenge);
    return { options: { ...options } };
  },
  asOwner,
);

const servePasskeyAdd = serve(
  contract.passkeyAdd,
  async (call, { name, origin, passkey: text }) => {
    const mine = await ownAccount(call);
    if ((await passkeysOf(call, mine)).length >= factorRules.mostPasskeys)
      throw new Refusal(m.factor_passkey_most({ n: factorRules.mostPasskeys }));
    const challenge = await takeChallenge(call);
    const made = challenge === null ? null : await registered(text, challenge, origin);
    // The challenge stays used up.
    if (!made) return new RefusedButKept(new Refusal(m.factor_passkey_not_made()));
    const row = { corpCode: mine.corpCode, accountId: mine.id, name, createdAt: call.now, ...made };
    const kept = await call.db.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id });
    if (kept.length === 0) return new RefusedButKept(new Refusal(m.factor_passkey_known()));
    const codes = await added(call, mine);
    call.audit({
      thing: "account",
      thingId: mine.id,
      label: mine.accName,
      after: { secondFactor: "passkey", named: name },
    });
    return { codes };
  },
  asOwner,
);

const servePasskeyRemove = serve(
  contract.passkeyRemove,
  async (call, { id }) => {
    const mine = await ownAccount(call);
    const [gone] = await call.db
      .delete(passkey)
      .where(and(ofOwner(mine), eq(passkey.id, id)))
      .returning({ name: passkey.name });
    if (!gone) throw new NotFound(m.ops_not_found());
    await removed(call, mine);
    call.audit({
      thing: "account",
      thingId: mine.id,
      label: mine.accName,
      before: { secondFactor: "passkey", named: gone.name },
    });
    return {};
  },
  asOwner,
);

const serveRecoveryRenew = serve(
  contract.recoveryRenew,
  async (call) => {
    const mine = await ownAccount(call);
    if (!mine.hasFactor) throw new Refusal(m.factor_none_yet());
    const codes = await makeRecoveryCodes(call, mine);
    call.audit({ thing: "account", thingId: mine.id, label: mine.accName, after: { recoveryCodes: codes.length } });
    return { codes };
  },
  asOwner,
);

const serveForget = serve(
  contract.forgetDevices,
  async (call) => {
    const { caller } = call;
    const gone = await call.db
      .update(signInDevice)
      .set({ trustedAt: null, trustedVersion: null })
      .where(and(ofDevices(ownerOf(call)), isNotNull(signInDevice.trustedAt)))
      .returning({ seen: signInDevice.lastSeen });
    call.audit({
      thing: "account",
      thingId: caller.userId,
      label: caller.accName,
      after: { devicesForgotten: gone.length },
    });
    return { forgotten: gone.length };
  },
  asOwner,
);

export const enrolServed: Served[] = [
  serveState,
  serveTotpBegin,
  serveTotpPending,
  serveTotpConfirm,
  serveTotpRemove,
  servePasskeyBegin,
  servePasskeyAdd,
  servePasskeyRemove,
  serveRecoveryRenew,
  serveForget,
];
