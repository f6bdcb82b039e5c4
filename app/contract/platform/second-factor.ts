/**
 * The second factor of a sign-in: codes of an authenticator app (TOTP), passkeys (WebAuthn) and recovery codes. Enrolled by
 * each account for itself, asked for after the password, and again before what changes rights or secrets.
 */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";
import { id, requiredText } from "../validators";
import { deviceSecret, signedIn } from "./session";

/** Six digits of the app, or a recovery code; spaces and dashes as people type them. */
const code = z
  .string()
  .max(40, { error: () => m.factor_code_needed() })
  .register(sensitivity, { kind: "secret" });

/** What the browser's `credential.toJSON()` gives, as JSON. */
const credential = z
  .string()
  .max(16_000, { error: () => m.v_invalid() })
  .register(sensitivity, { kind: "secret" });

/** Where the browser stands, e.g. https://console.example.com: a passkey signs it, and is bound to its host. */
const origin = z
  .string()
  .max(200)
  .regex(/^https?:\/\/[^\s/?#@]+$/, { error: () => m.v_invalid() });

/** One of both. */
const proof = { code: code.default(""), passkey: credential.default(""), origin: origin.optional() };

const ways = z.object({ totp: z.boolean(), passkey: z.boolean(), recovery: z.boolean() });
export type FactorWays = z.output<typeof ways>;

/** Options of `navigator.credentials`, as WebAuthn writes them in JSON. */
const options = z.object({ options: z.record(z.string(), z.unknown()) });

const told = z.array(z.string().register(sensitivity, { kind: "secret" }));

// The second step of a sign-in -------------------------------------------------------------------------------------

/** What this browser session waits for. `rememberDays` 0: devices are not remembered. */
export const factorStepState = method("platform", "factorStepState", {
  payload: z.object({}),
  answer: z.object({ waiting: z.boolean(), ways, rememberDays: z.number() }),
  access: "public",
});

/** What a passkey is to sign; what was given before is void. */
export const factorStepChallenge = method("platform", "factorStepChallenge", {
  payload: z.object({ origin }),
  answer: options,
  access: "public",
  writes: true,
  audit: false,
});

export const factorStepVerify = method("platform", "factorStepVerify", {
  payload: z.object({
    ...proof,
    /** This device is not asked again for as long as `rememberedDeviceDays` says. */
    remember: z.boolean().default(false),
    clientAddress: z.string().max(64).optional(),
    userAgent: z.string().max(300).optional(),
    device: deviceSecret.optional(),
  }),
  answer: signedIn,
  access: "public",
  writes: true,
  audit: false,
});

// Of one's own account ---------------------------------------------------------------------------------------------

const ownPasskey = z.object({ id, name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() });

/** `required`: by a role or by the parameter; the last factor then stays. */
export const factorState = method("platform", "factorState", {
  payload: z.object({}),
  answer: z.object({
    totp: z.boolean(),
    passkeys: z.array(ownPasskey),
    recoveryLeft: z.number(),
    required: z.boolean(),
    /** Devices that are remembered now. */
    remembered: z.number(),
  }),
  access: "signedIn",
  during: ["noFactor"],
});
export type FactorState = z.output<typeof factorState.answer>;

const own = { access: "signedIn", writes: true, whileReading: true, during: ["noFactor"] } as const;

/** Makes a secret that counts once its first code has come; the one before it counts until then. */
export const totpBegin = method("platform", "totpBegin", {
  ...own,
  payload: z.object({}),
  answer: z.object({}),
  audit: false,
  freshProof: true,
});

/** The secret that waits for its first code, as text and as the address in the QR code; null: none waits. */
export const totpPending = method("platform", "totpPending", {
  payload: z.object({}),
  answer: z
    .object({
      secret: z.string().register(sensitivity, { kind: "secret" }),
      uri: z.string().register(sensitivity, { kind: "secret" }),
    })
    .nullable(),
  access: "signedIn",
  during: ["noFactor"],
});

/** `codes`: recovery codes, where they were made with it; told this once. */
export const totpConfirm = method("platform", "totpConfirm", {
  ...own,
  payload: z.object({ code }),
  answer: z.object({ codes: told }),
  told: () => m.did_factor_totp(),
});

export const totpRemove = method("platform", "totpRemove", {
  ...own,
  payload: z.object({}),
  answer: z.object({}),
  freshProof: true,
  told: () => m.did_factor_totp_removed(),
});

export const passkeyBegin = method("platform", "passkeyBegin", {
  ...own,
  payload: z.object({ origin }),
  answer: options,
  audit: false,
  freshProof: true,
});

export const passkeyAdd = method("platform", "passkeyAdd", {
  ...own,
  payload: z.object({ name: requiredText(40), origin, passkey: credential }),
  answer: z.object({ codes: told }),
  freshProof: true,
  told: ({ after }) => m.did_factor_passkey({ name: String(after?.named ?? "") }),
});

export const passkeyRemove = method("platform", "passkeyRemove", {
  ...own,
  payload: z.object({ id }),
  answer: z.object({}),
  freshProof: true,
  told: ({ before }) => m.did_factor_passkey_removed({ name: String(before?.named ?? "") }),
});

/** Ten new recovery codes, told this once; the old ones open nothing from then on. */
export const recoveryRenew = method("platform", "recoveryRenew", {
  ...own,
  payload: z.object({}),
  answer: z.object({ codes: told }),
  freshProof: true,
  told: () => m.did_factor_recovery(),
});

/** Every remembered device is asked again. */
export const forgetDevices = method("platform", "forgetDevices", {
  ...own,
  payload: z.object({}),
  answer: z.object({ forgotten: z.number() }),
  told: () => m.did_factor_forget(),
});

// A fresh proof ----------------------------------------------------------------------------------------------------

/** `needed`: what needs a fresh proof would be refused now. */
export const proveState = method("platform", "proveState", {
  payload: z.object({}),
  answer: z.object({ needed: z.boolean(), ways }),
  access: "signedIn",
});

export const proveChallenge = method("platform", "proveChallenge", {
  payload: z.object({ origin }),
  answer: options,
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});

/** From now on, for ten minutes, this session may do what needs a fresh proof. */
export const prove = method("platform", "prove", {
  payload: z.object(proof),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});
