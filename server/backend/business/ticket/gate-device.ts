/** Gate devices: pairing, what a token may do, heartbeat. */
import { createHash, randomBytes, randomInt } from "node:crypto";
import { m } from "~/contract/messages";
import * as contract from "~/contract/ticket/gate-device";
import type { GateSnapshot } from "~/contract/ticket/gate-rules/facts";
import { inZone, zoneParameter } from "../../kernel/business-time";
import { parameterOf } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { Invalid, NotFound, Refusal, SignedOut } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type Call, type Served, serve } from "../../kernel/served";
import { worksIn } from "./check";
import { facesOfGate } from "./check-store";
import { closuresOf, momentMaxOf } from "./closed-sql";
import { gate, park, gateDevice as table } from "./schema";

export interface Device {
  id: number;
  name: string;
  state: "waiting" | "paired";
  salt: string;
  gate: (GateSnapshot & { code: string }) | null;
}

export type PairedDevice = Device & { gate: NonNullable<Device["gate"]> };

export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The device of a token; of one that was revoked, or never was, or whose corp is suspended, nobody is signed in. */
export async function deviceOf({ db }: Pick<Call, "db">, token: string): Promise<Device> {
  const [device] = await prepared<Device>(db, byToken, [tokenHash(token)]);
  if (!device) throw new SignedOut(m.device_unknown());
  return device;
}

const byToken = `
  select d.id, d.name, d.state, d.salt,
         case when d.gate_id is not null then (
           select jsonb_build_object(
             'id', g.id, 'code', g.code, 'name', g.name, 'parkId', g.park_id, 'parkName', gp.name,
             'gateGroupId', g.gate_group_id, 'gateGroupName', gg.name, 'direction', g.direction, 'active', g.status = 'T',
             'closures', ${closuresOf("g")}, 'momentMax', ${momentMaxOf("g")}, 'shared', ${facesOfGate}
           )
           from gate g
           join park gp on gp.corp_code = g.corp_code and gp.id = g.park_id
           join gate_group gg on gg.corp_code = g.corp_code and gg.id = g.gate_group_id
           where g.corp_code = d.corp_code and g.id = d.gate_id
         ) end as gate
  from gate_device d
  where d.corp_code = current_setting('app.corp_code')
    and d.token_hash = $1
    and d.state <> 'revoked'
    and exists (select from own_corp where status = 'T')
`;

/** A paired device with its gate, in the zone of its corp, under its own name. */
export async function asDevice<T, C extends Pick<Call, "db" | "caller">>(
  call: C,
  token: string,
  work: (call: C, device: PairedDevice) => Promise<T>,
): Promise<T> {
  const device = await deviceOf(call, token);
  const { gate: own } = device;
  if (!own) throw new SignedOut(m.device_not_paired());
  const zone = await parameterOf(call.db, zoneParameter);
  const caller = { ...call.caller, name: device.name };
  return inZone(zone, () => work({ ...call, caller }, { ...device, gate: own }));
}

const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const minutesToPair = 10;
const mostWaiting = 200;

const serveBegin = serve(contract.deviceBegin, async ({ db, now }, { version }) => {
  await prepared(db, "delete from gate_device where state = 'waiting' and pairing_until < $1", [now]);
  const [waiting] = await prepared<{ n: number }>(
    db,
    "select count(*)::int as n from gate_device where state = 'waiting'",
    [],
  );
  if ((waiting?.n ?? 0) >= mostWaiting) throw new Refusal(m.device_too_many());
  const token = randomBytes(32).toString("base64url");
  const code = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join("");
  const until = new Date(now.getTime() + minutesToPair * 60_000);
  const values = [tokenHash(token), code, until, randomBytes(12).toString("base64url"), version];
  const begun = await prepared(db, beginning, values);
  if (begun.length === 0) throw new NotFound(m.device_no_corp());
  return { token, code, until: until.toISOString() };
});

const beginning = `
  insert into gate_device (token_hash, pairing_code, pairing_until, salt, version)
  select $1, $2, $3::timestamptz, $4, $5
  where exists (select from own_corp where status = 'T')
  returning id
`;

/** Pairs the device that shows a code with a gate. */
export async function pair(
  call: Call,
  at: { id: number; parkId: number },
  { pairingCode, calledAs }: { pairingCode: string; calledAs: string },
): Promise<void> {
  const { db, now, caller } = call;
  if (!worksIn(call, at.parkId)) throw new NotFound(m.refused_no_gate());
  const code = pairingCode
    .normalize("NFKC")
    .replace(/[\s-]+/g, "")
    .toUpperCase();
  if (!/^[2-9A-HJKMNP-Z]{6}$/.test(code)) throw new Invalid({ pairingCode: [m.device_code_form()] });
  const paired = await prepared(db, pairing, [code, at.id, at.parkId, calledAs, now, caller.name]);
  if (paired.length === 0) throw new Invalid({ pairingCode: [m.device_no_code()] });
}

const pairing = `
  update gate_device
  set state = 'paired', gate_id = $2, park_id = $3, name = $4, paired_at = $5, paired_by = $6, pairing_code = null,
      pairing_until = null, row_version = row_version + 1, updated_at = now()
  where corp_code = current_setting('app.corp_code')
    and pairing_code = $1
    and state = 'waiting'
    and pairing_until >= $5
  returning id
`;

const serveBeat = serve(contract.deviceBeat, async (call, { token, version, battery, queue, clock }) => {
  const { db, now } = call;
  const device = await deviceOf(call, token);
  const ahead = Math.max(-2e9, Math.min(2e9, Math.round((Date.parse(clock) - now.getTime()) / 1000)));
  await prepared(db, beating, [device.id, now, version, battery ?? null, queue, ahead]);
  const zone = await parameterOf(db, zoneParameter);
  return { state: device.state, gate: device.gate, now: now.toISOString(), zone, ahead };
});

const beating = `
  update gate_device
  set last_seen = $2, version = $3, battery = $4, queue = $5, clock_ahead = $6
  where corp_code = current_setting('app.corp_code')
    and id = $1
  returning id
`;

export const gateDeviceServed: Served[] = [
  ...serveResource(contract.gateDevice, {
    table,
    references: { gateId: { table: gate, name: gate.name }, parkId: { table: park, name: park.name } },
  }),
  serveBegin,
  serveBeat,
];
