/** What a gate device does at its gate: check, take back its own last passage, bring what it passed without a line. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/ticket/gate-device";
import { inZone, zoneParameter } from "../../kernel/business-time";
import { parameterOf } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { NotFound, Refusal } from "../../kernel/refusal";
import { type Served, serve, serveAfter } from "../../kernel/served";
import { lockOrder } from "../order/query-parts";
import { passAt } from "./check";
import { reverse } from "./check-reverse";
import { findAtGate } from "./check-store";
import { receiveFrom } from "./check-upload";
import { asDevice, deviceOf } from "./gate-device";
import { recogniseAt } from "./signed-codes";

const serveCheck = serve(contract.deviceCheck, (call, { token, passageKey: key, ...asked }) =>
  asDevice(call, token, async (own, device) => {
    const code = await recogniseAt(own.db, own.caller.corpCode, asked.code);
    const at = await findAtGate(own.db, { gateId: device.gate.id, code, ticketId: undefined, key, now: own.now });
    if (!at) throw new NotFound(m.refused_no_gate());
    return passAt(own, at, { ...asked, idempotencyKey: key, code, note: "", deviceId: device.id });
  }),
);

const minutesToTakeBack = 3;

interface Passed {
  id: number;
  orderId: number | null;
  at: Date;
  reversed: boolean;
}

const serveTakeBack = serve(contract.deviceTakeBack, (call, { token, passageKey }) =>
  asDevice(call, token, async (own, device) => {
    const [last] = await prepared<Passed & { key: string; n: number }>(own.db, lastOfDevice, [device.id]);
    if (!last || last.key !== passageKey) throw new NotFound(m.device_not_last());
    if (last.reversed) return { id: last.id };
    if (own.now.getTime() - last.at.getTime() > minutesToTakeBack * 60_000) throw new Refusal(m.device_too_late());
    if (last.n > 1) throw new Refusal(m.device_several());
    if (last.orderId !== null) await own.db.execute(lockOrder(sql`${last.orderId}`));
    const id = await reverse(own, last.id, m.device_not_turned());
    if (id === undefined) throw new Refusal(m.refused_same_moment());
    return { id };
  }),
);

/** $1 the device: its last passage that let somebody through, with how many tickets it was of. */
const lastOfDevice = `
  select p.id, p.order_id as "orderId", p.at, p.passage_key as key,
         (
           select count(*)::int from passage same
           where same.corp_code = p.corp_code and same.gate_id = p.gate_id and same.device_id = p.device_id
             and same.passage_key = p.passage_key and same.id >= p.id - 1000
         ) as n,
         exists (select from passage r where r.corp_code = p.corp_code and r.reverses_id = p.id) as reversed
  from (
    select *
    from passage
    where corp_code = current_setting('app.corp_code')
      and gate_id = (select gate_id from gate_device where id = $1)
      and kind = 'pass'
      and admitted
      and device_id = $1
    order by id desc
    limit 1
  ) p
`;

const serveUpload = serveAfter(
  contract.deviceUpload,
  async (before, { token, passages, sentAt }) => {
    const { database, corpCode } = before;
    const device = await database.tenant(corpCode, (tx) =>
      asDevice({ db: tx, caller: before.caller }, token, async (_, own) => own),
    );
    const inTransaction: Parameters<typeof receiveFrom>[0]["inTransaction"] = (work) =>
      database.tenant(corpCode, async (tx) => {
        // Revoked between two parts: no more of them.
        await deviceOf({ db: tx }, token);
        return inZone(await parameterOf(tx, zoneParameter), () => work(tx));
      });
    const caller = { ...before.caller, name: device.name };
    const own = { inTransaction, before: { ...before, caller }, deviceId: device.id };
    return receiveFrom(own, { sentAt, passages: passages.map((one) => ({ ...one, gateCode: device.gate.code })) });
  },
  async (_call, _asked, answer) => answer,
);

export const devicePassesServed: Served[] = [serveCheck, serveTakeBack, serveUpload];
