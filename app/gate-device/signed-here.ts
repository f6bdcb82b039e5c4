/** Signed codes on the phone: of tickets that were sold after it fetched. */
import type { SignedCode } from "~/contract/ticket/gate-rules/signed-code";
import type { DeviceStore, Passage } from "./device-store";
import { messageOf, ticketOfSigned } from "./rules";
import { type Found, hashOf, withPassages } from "./tickets-here";

interface Known {
  salt: string;
  passages: readonly Passage[];
}

/** Whether one of the corp's keys signed it. A browser that knows no such signatures believes none. */
export async function isBelieved(store: DeviceStore, code: SignedCode, corpCode: string): Promise<boolean> {
  const key = (await store.get("keys"))?.find(({ no }) => no === code.keyNo);
  if (!key) return false;
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: key.publicKey };
    const known = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, code.signature, messageOf(corpCode, code.content));
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/** Of a code that is believed; none where the phone does not know its type. */
export async function ofSigned(store: DeviceStore, code: SignedCode, { salt, passages }: Known): Promise<Found[]> {
  const type = (await store.get("types"))?.find(({ ticketTypeId }) => ticketTypeId === code.ticketTypeId);
  if (!type) return [];
  const hash = await hashOf(salt, code.ticketNo);
  // Its passages on this phone are found again by a number that no ticket of the package has.
  const id = -[...hash.slice(0, 6)].reduce((sum, letter) => sum * 128 + letter.charCodeAt(0), 0);
  const ticket = ticketOfSigned(code, type, id);
  return [{ ...withPassages(ticket, passages), holderDocument: "", holderCountry: "", holderIdentity: "" }];
}
