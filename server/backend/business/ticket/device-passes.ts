/** What a gate device does at its gate: check, take back its own last passage, bring what it passed without a line. */
import { m } from "~/contract/messages";
import * as contract from "~/contract/ticket/gate-device";
import { inZone, zoneParameter } from "../../kernel/business-time";
import { parameterOf } from "../../kernel/parameters";
import { prepared } from "../../kernel/prepared";
import { NotFound, Refusal } from "../../kernel/refusal";
import { type Served, serve, serveAfter } from "../../kernel/served";
import { passAt } from "./check";
import { findAtGate } from "./check-store";
import { takeBack } from "./check-undo";
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
  key: string;
  at: Date;
  reversed: boolean;
}

const serveTakeBack = serve(contract.deviceTakeBack, (call, { token, passageKey }) =>
  asDevice(call, token, async (own, device) => {
    const [last] = await prepared<Passed>(own.db, lastOfDevice, [device.id]);
    if (!last || last.key !== passageKey) throw new NotFound(m.device_not_last());
    if (last.reversed) return { id: last.id };
    if (own.now.getTime() - last.at.getTime() > minutesToTakeBack * 60_000) throw new Refusal(m.device_too_late());
    // Of an order all that went through by this number.
    const [id = last.id] = await takeBack(own, { gateId: device.gate.id, key: last.key }, m.device_not_turned());
    return { id };
  }),
);

/** $1 the device: its last passage that let somebody through. */
const lastOfDevice = `
  select p.id, p.at, p.passage_key as key,
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
