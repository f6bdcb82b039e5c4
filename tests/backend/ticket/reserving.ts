/** A park that only counts visitors: a type that is reserved in two slots, and what is done with it. */
import type { PayloadOf } from "~/contract/method";
import { schedule } from "~/contract/platform/schedule";
import { checkTicket } from "~/contract/ticket/check";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { reservation, reserve } from "~/contract/ticket/reservation";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import type { TestBackend } from "~tests/support/backend";
import { withCheckDigit } from "~tests/support/identity";
import { createPark, fresh } from "~tests/support/park";

let serial = 100;

export const slots = [
  { startTime: "09:00", endTime: "12:00" },
  { startTime: "13:00", endTime: "17:00" },
];
export const free = { name: "免费预约", kind: "reservation", facePrice: 0, listPrice: 0, realName: "perOrder" };

export const somebody = (name = "张三") => {
  serial += 1;
  return { name, identity: withCheckDigit(`11010519900307${serial}`) };
};

export async function createReservingPark(backend: TestBackend) {
  const park = await createPark(backend);
  const addFree = (fields: object = {}) => park.addType({ ...free, slots, ...fields });
  const typeId = await addFree();
  const wish = (payload: Partial<PayloadOf<typeof reserve>> = {}): PayloadOf<typeof reserve> => ({
    ...{ ticketTypeId: typeId, visitDay: "2026-11-25", slot: "09:00-12:00", persons: 1, mobile: "13800138000" },
    ...{ visitors: [somebody()], idempotencyKey: fresh("reserve-key"), ...payload },
  });
  return {
    ...{ ...park, typeId, addFree, wish },
    book: (payload: Partial<PayloadOf<typeof reserve>> = {}, as = backend.admin) =>
      backend.call(reserve, wish(payload), { as }),
    rowOf: async (orderNo: string) =>
      (await backend.call(reservation.methods.list, { filters: { orderNo } } as never)).data.records[0] as
        | (Record<string, unknown> & { id: number; state: string })
        | undefined,
    cancel: (id: number, cancelledFor = "visitor", reason: string | null = null, as = backend.admin) =>
      backend.call(reservation.methods.cancel, { id, cancelledFor, reason } as never, { as }),
    rule: (code: string, value: number | string) =>
      backend.sql(
        `insert into sys_param (corp_code, param_code, param_option) values ('0001', $1, $2)
         on conflict (corp_code, param_code) do update set param_option = excluded.param_option`,
        [code, String(value)],
      ),
    limitPlaces: (dailyTotal: number) =>
      backend.call(quotaPoolSave, { name: fresh("名额"), ticketTypeIds: [typeId], dailyTotal, bySlot: true }),
    places: async () =>
      (await backend.sql<{ sold: number }>("select sold from quota_day order by day, slot")).map(({ sold }) => sold),
    enter: async (code: string) =>
      (await backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("check-key") })).data,
    /** The night after a day. */
    async night(day: string): Promise<void> {
      const [next] = await backend.sql<{ day: string }>("select ($1::date + 1)::text as day", [day]);
      const now = new Date(`${next?.day}T00:20:00+08:00`);
      backend.setNow(now);
      const worker = createWorker({ database: backend.database, kinds: allKinds, now: () => now });
      await worker.drain();
      const kept = (await backend.call(schedule.methods.list, { pageSize: 50 })).data.records.find(
        ({ kind }) => kind === "expireTickets",
      );
      await backend.call(schedule.methods.run, { id: Number(kept?.id) });
      await worker.drain();
    },
  };
}
export type ReservingPark = Awaited<ReturnType<typeof createReservingPark>>;
