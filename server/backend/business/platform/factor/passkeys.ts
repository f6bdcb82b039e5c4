/** Passkeys (WebAuthn): what the browser is given to sign, and whether what it brings back is right. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { and, asc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { factorRules } from "~/contract/platform/factor-rules";
import { log } from "../../../../log";
import type { Call } from "../../../kernel/served";
import type { Owner } from "./owner";
import { passkey } from "./schema";

const timeout = factorRules.challengeMinutes * 60_000;

/** The part of an origin that a passkey is bound to. */
const hostOf = (origin: string) => new URL(origin).hostname;

export const ofOwner = ({ corpCode, id }: Owner) => and(eq(passkey.corpCode, corpCode), eq(passkey.accountId, id));

export function passkeysOf({ db }: Pick<Call, "db">, owner: Owner) {
  return db.select().from(passkey).where(ofOwner(owner)).orderBy(asc(passkey.id));
}

/** What the browser makes a new one from; `challenge` stands in it. */
export async function registrationOptions(
  call: Pick<Call, "db">,
  owner: Owner,
  { origin, accName, name }: { origin: string; accName: string; name: string },
) {
  const known = await passkeysOf(call, owner);
  return generateRegistrationOptions({
    rpName: m.product_name(),
    rpID: hostOf(origin),
    userName: accName,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(`${owner.corpCode}/${owner.id}`)),
    timeout,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: list(transports),
    })),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
}

/** What it signs with one that it has. */
export async function authenticationOptions(call: Pick<Call, "db">, owner: Owner, origin: string) {
  const rpID = hostOf(origin);
  const known = (await passkeysOf(call, owner)).filter(({ rpId }) => rpId === rpID);
  return generateAuthenticationOptions({
    rpID,
    timeout,
    userVerification: "preferred",
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: list(transports) })),
  });
}

const list = (transports: string) => transports.split(",").filter((one) => one !== "");

const answered = z
  .object({ id: z.string().min(1).max(1_400), rawId: z.string(), type: z.literal("public-key") })
  .loose();

/** Null where it is no credential at all. */
function parsed<T>(text: string): T | null {
  try {
    return answered.parse(JSON.parse(text)) as T;
  } catch (error) {
    noteRefused(error);
    return null;
  }
}

/** Why, without the challenges and hosts that the library quotes. */
function noteRefused(error: unknown): void {
  const why = error instanceof Error ? error.message.replace(/"[^"]*"/g, "…").slice(0, 200) : typeof error;
  log("warn", "backend", { passkey: why });
}

type Registration = Parameters<typeof verifyRegistrationResponse>[0]["response"];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]["response"];

/** The row of a new passkey; null where what came does not answer the challenge, for this origin. */
export async function registered(text: string, expectedChallenge: string, origin: string) {
  const response = parsed<Registration>(text);
  if (!response) return null;
  try {
    // None was asked for. Any other brings certificates along, and addresses in them that the library would ask.
    const made = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
    if (made.get("fmt") !== "none") return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...{ response, expectedChallenge, expectedOrigin: origin, expectedRPID: hostOf(origin) },
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      counter,
      rpId: hostOf(origin),
      transports: transports.join(","),
    };
  } catch (error) {
    // Another origin, another challenge, a signature that is not its own: the library throws each.
    noteRefused(error);
    return null;
  }
}

/**
 * Whether one of the account's passkeys has signed the challenge, at this origin. Its counter goes on by one statement: of
 * two answers with the same counter one is taken, and a copy that counts behind is refused. Runs as the owner.
 */
export async function signedBy(
  { db, now }: Pick<Call, "db" | "now">,
  owner: Owner,
  given: { text: string; challenge: string; origin: string },
): Promise<boolean> {
  const response = parsed<Authentication>(given.text);
  if (!response) return false;
  const [known] = await db
    .select()
    .from(passkey)
    .where(and(ofOwner(owner), eq(passkey.credentialId, response.id)));
  if (!known) return false;
  const counter = await counterOf(known, response, given);
  if (counter === null) return false;
  // Those that count nothing say 0 every time.
  const goesOn = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter);
  const taken = await db
    .update(passkey)
    .set({ counter, lastUsedAt: now })
    .where(and(ofOwner(owner), eq(passkey.id, known.id), goesOn))
    .returning({ id: passkey.id });
  return taken.length > 0;
}

async function counterOf(
  known: typeof passkey.$inferSelect,
  response: Authentication,
  { challenge, origin }: { challenge: string; origin: string },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: known.rpId,
      requireUserVerification: false,
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(known.publicKey),
        counter: known.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    noteRefused(error);
    return null;
  }
}
