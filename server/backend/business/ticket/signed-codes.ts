/** Signed codes of tickets: the keys of a corp, what is printed, and what is believed. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { renewTicketKey } from "~/contract/ticket/gate-board";
import { type Recognised, recognise } from "~/contract/ticket/gate-rules/code";
import {
  contentOf,
  messageOf,
  readSigned,
  type SignedContent,
  signedText,
  type TypeSnapshot,
} from "~/contract/ticket/gate-rules/signed-code";
import type { Transaction } from "../../db/database";
import { parameterOf } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { Refusal } from "../../kernel/refusal";
import { preparedRowsOf } from "../../kernel/rows";
import { holdsSecret, readSecret, sealSecret } from "../../kernel/secret-columns";
import { type Call, type Served, serve } from "../../kernel/served";
import { ticketKey } from "./schema";
import { rulesOfType } from "./type-lines";

holdsSecret(ticketKey.privateKey);

/** As {@link recognise}; a signed code is the number of its ticket where its key is believed, and unknown where not. */
export async function recogniseAt(db: Transaction, corpCode: string, input: string): Promise<Recognised> {
  const code = readSigned(input);
  if (!code) return recognise(input);
  const [key] = await prepared<{ x: string }>(db, believedKey, [code.keyNo]);
  const isOurs = key && verify(null, messageOf(corpCode, code.content), publicKey(key.x), code.signature);
  return isOurs ? { kind: "ticketNo", value: code.ticketNo } : recognise(input);
}

const believedKey = `
  select public_key as x
  from ticket_key
  where key_no = $1
    and withdrawn_at is null
`;

const publicKey = (x: string) => createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });

/** What stands on the tickets in place of their QR text, by id; none where the corp prints none. */
export async function signedCodesOf(call: Call, ids: readonly number[]): Promise<Map<number, string>> {
  const { db, caller } = call;
  const codes = new Map<number, string>();
  if (ids.length === 0 || (await parameterOf(db, "signedTicketCodes")) !== "T") return codes;
  const [key] = await prepared<{ keyNo: number; kept: string }>(db, signingKey, []);
  if (!key) return codes;
  const der = Buffer.from(readSecret(call, ticketKey.privateKey, key.kept), "base64");
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const tickets = await prepared<Omit<SignedContent, "keyNo"> & { id: number }>(db, signedTickets, [ids]);
  for (const { id, ...ticket } of tickets) {
    const content = contentOf({ ...ticket, keyNo: key.keyNo });
    if (content) codes.set(id, signedText(content, sign(null, messageOf(caller.corpCode, content), privateKey)));
  }
  return codes;
}

const signingKey = `
  select key_no as "keyNo", private_key as kept
  from ticket_key
  where withdrawn_at is null
  order by key_no desc
  limit 1
`;

const signedTickets = `
  select id, ticket_no as "ticketNo", ticket_type_id as "ticketTypeId", valid_from as "validFrom", valid_to as "validTo",
         slot, admissions
  from ticket
  where id = any ($1::bigint[])
`;

/** What a device judges signed codes by: the types of all parks whose tickets its gate takes. */
export async function signedFacts(db: Transaction, at: { parks: readonly number[]; gateGroupId: number | null }) {
  const keys = await prepared<{ no: number; publicKey: string }>(db, believedKeys, []);
  if (keys.length === 0) return { keys, types: [] };
  const types = await preparedRowsOf<TypeSnapshot>(
    db,
    sql`
      select t.id as "ticketTypeId", t.name as "ticketTypeName", t.park_id as "parkId", p.name as "parkName",
             t.gate_group_id as "gateGroupId", coalesce(gg.name, '') as "gateGroupName", t.entry_from as "entryFrom",
             t.entry_to as "entryTo", t.pass_interval as "passInterval", ${rulesOfType} as rules
      from ticket_type t
      join park p on p.corp_code = t.corp_code and p.id = t.park_id
      left join gate_group gg on gg.corp_code = t.corp_code and gg.id = t.gate_group_id
      where t.park_id = any (${sql.param([...at.parks])}::bigint[]) or t.gate_group_id = ${at.gateGroupId}
      order by t.id
      limit 2000
    `,
  );
  return { keys, types: types.map((type) => ({ ...type, rules: { ...type.rules } })) };
}

const believedKeys = `
  select key_no as no, public_key as "publicKey"
  from ticket_key
  where withdrawn_at is null
  order by key_no
`;

/** The key that signs; null before there is one. */
export async function keyInUse(db: Transaction): Promise<{ no: number; at: Date; by: string } | null> {
  const [key] = await prepared<{ no: number; at: Date; by: string }>(db, newestKey, []);
  return key ?? null;
}

const newestKey = `
  select key_no as no, made_at as at, made_by as by
  from ticket_key
  where withdrawn_at is null
  order by key_no desc
  limit 1
`;

const serveRenew = serve(renewTicketKey, async (call, { withdraw }) => {
  const { db, now, caller, audit } = call;
  const withdrawn = withdraw ? await prepared(db, withdrawing, [now]) : [];
  const pair = generateKeyPairSync("ed25519");
  const { x = "" } = pair.publicKey.export({ format: "jwk" });
  const der = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  const sealed = sealSecret(call, ticketKey.privateKey, der);
  const [made] = await prepared<{ id: number; no: number }>(db, making, [x, sealed, now, caller.name]);
  // Somebody else made one at the same moment.
  if (!made) throw new Refusal(m.refused_same_moment());
  const name = String(made.no);
  const after = { name, ...(withdrawn.length > 0 && { removed: withdrawn.length }) };
  audit({ thing: "ticketKey", thingId: made.id, label: name, after });
  return { no: made.no };
});

const withdrawing = "update ticket_key set withdrawn_at = $1 where withdrawn_at is null returning id";
const making = `
  insert into ticket_key (key_no, public_key, private_key, made_at, made_by)
  select coalesce(max(key_no), 0) + 1, $1, $2, $3::timestamptz, $4
  from ticket_key
  on conflict do nothing
  returning id, key_no as no
`;

export const signedServed: Served[] = [serveRenew];
