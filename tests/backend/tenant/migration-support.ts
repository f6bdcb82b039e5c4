/** Head office's configuration, a tenant that it may be copied to, and the work that copies it. */
import type { PayloadOf } from "~/contract/method";
import { role, roleRights, roleRightsSave } from "~/contract/platform/role";
import { dataMigrationPlan, dataMigrationRun, dataMigrationStart } from "~/contract/tenant/migration";
import { gateGroup } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { pricePolicySave } from "~/contract/ticket/price";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { ticketType } from "~/contract/ticket/ticket-type";
import { migrateData } from "~server/backend/business/platform/tenant/migration/job";
import type { JobRun } from "~server/backend/jobs/kind";
import { LostLease } from "~server/backend/jobs/kind";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds, portables } from "~server/backend/served";
import type { TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { tenantId } from "./platform";

export interface Office {
  parkId: number;
  parkCode: string;
  groupId: number;
  typeId: number;
  typeCode: string;
  policyId: number;
  poolId: number;
  roleId: number;
  roleCode: string;
}

const type = (code: string, parkId: number, gateGroupId: number) => ({
  ...{ code, name: "成人票", kind: "single", parkId, gateGroupId, facePrice: 8000, listPrice: 8000, realName: "none" },
  ...{ validity: "day", validDays: 1, admissions: 1, refundRule: "bands", channels: ["window", "internal"] },
  ...{ minPerOrder: 1, maxPerOrder: 50, sort: 1, slots: [{ startTime: "08:00", endTime: "12:00" }] },
  refundBands: [
    { hoursBefore: 48, feeKind: "percent", fee: 10 },
    { hoursBefore: 24, feeKind: "percent", fee: 30 },
  ],
});

/** A park with a gate group, a ticket type on sale, a price and a quota upon it, and a role. */
export async function makeOffice(backend: TestBackend, rights: readonly string[]): Promise<Office> {
  const parkCode = fresh("PK");
  const parkId = await backend.saved(park.methods.save, { code: parkCode, name: "青云山景区" });
  const groupId = await backend.saved(gateGroup.methods.save, { code: fresh("GG"), name: "东门", parkId });
  const typeCode = fresh("TT");
  const typeId = await backend.saved(ticketType.methods.save, {
    ...type(typeCode, parkId, groupId),
    refundRule: "free",
    refundBands: [],
  });
  await backend.call(ticketType.methods.publish, { id: typeId });
  const days = { startDay: "2026-12-01", endDay: "2026-12-31", weekdays: "TTTTTTT", holidays: "any" };
  const policyId = await backend.saved(pricePolicySave, {
    ...{
      name: "冬季价",
      ticketTypeId: typeId,
      channel: "any",
      customerGroup: "any",
      slot: "",
      price: 6000,
      priority: 1,
    },
    ...days,
  });
  const poolId = await backend.saved(quotaPoolSave, {
    ...{ name: fresh("配额"), ticketTypeIds: [typeId], dailyTotal: 500 },
  });
  const roleCode = fresh("R").toLowerCase();
  const roleId = await backend.saved(role.methods.save, { code: roleCode, name: "检票组长", dataScope: "park" });
  const { data } = await backend.call(roleRights, { id: roleId });
  const saved = await backend.call(roleRightsSave, {
    id: roleId,
    rowVersion: data.role.rowVersion,
    rights: [...rights],
  });
  if (!saved.success) throw new Error(saved.message);
  return { parkId, parkCode, groupId, typeId, typeCode, policyId, poolId, roleId, roleCode };
}

type Wish = Partial<PayloadOf<typeof dataMigrationPlan>>;

export async function planFor(backend: TestBackend, code: string, wish: Wish) {
  const targetId = wish.targetId ?? (await tenantId(backend, code));
  return backend.call(dataMigrationPlan, { ...wish, targetId });
}

export async function startFor(backend: TestBackend, code: string, wish: Wish, idempotencyKey = fresh("start-of-run")) {
  return backend.call(dataMigrationStart, { ...wish, targetId: await tenantId(backend, code), idempotencyKey });
}

export const work = (backend: TestBackend) =>
  createWorker({
    database: backend.database,
    kinds: [migrateData(portables), ...allKinds.filter(({ kind }) => kind !== "migrateData")],
  }).drain();

/** As a process that is killed after so many batches: nothing is written after it, and nobody gives the job back. */
export async function workAndDie(backend: TestBackend, batches: number, size: number): Promise<void> {
  const kind = migrateData(portables, size);
  const dying = {
    ...kind,
    run: (run: JobRun, payload: never) => {
      let left = batches;
      const mortal = new Proxy(run, {
        get(target, name) {
          if (name === "write")
            return async (doing: Parameters<JobRun["write"]>[0]) => {
              if (left === 0) throw new LostLease();
              left -= 1;
              return target.write(doing);
            };
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      return kind.run(mortal, payload);
    },
  };
  await createWorker({ database: backend.database, kinds: [dying] }).step();
  await backend.sql("update job set lease_until = now() - interval '1 second' where state = 'running'");
}

export async function lookAt(backend: TestBackend, id: number) {
  return (await backend.call(dataMigrationRun, { id })).data;
}
