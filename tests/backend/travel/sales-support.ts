/** Salesmen, guides and agencies in business to test with, and refunds after an admission. */
import { expect } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { reversePassage } from "~/contract/ticket/check";
import { agency } from "~/contract/travel/agency";
import { guide } from "~/contract/travel/guide";
import { salesRegion } from "~/contract/travel/region";
import { salesman } from "~/contract/travel/salesman";
import type { TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { agencyOf } from "./support";

export const addRegion = (backend: TestBackend, fields: Record<string, unknown> = {}) =>
  backend.saved(salesRegion.methods.save, { name: fresh("华东"), sort: 10, parentId: null, ...fields });

export async function addSalesman(backend: TestBackend, fields: Record<string, unknown> = {}): Promise<number> {
  const regionId = await addRegion(backend);
  const person = { code: fresh("S"), name: "周强", mobile: "13800138002", regionId };
  return backend.saved(salesman.methods.save, { ...person, ...fields });
}

export const addGuide = (backend: TestBackend, fields: Record<string, unknown> = {}) =>
  backend.saved(guide.methods.save, {
    ...{ name: "赵敏", mobile: "13800138001", document: "resident", identity: "110101199003070038" },
    ...{ certificate: fresh("D"), level: "junior", agencies: [] },
    ...fields,
  });

/** How it came to be in business is not what these tests are about. */
export async function agencyInUse(backend: TestBackend, fields: Record<string, unknown> = {}): Promise<number> {
  const { creditLimit = null, ...others } = fields;
  // As much as one person may give; what is above it was given by two.
  const atFirst = creditLimit === null ? null : Math.min(Number(creditLimit), 5_000_000);
  const id = await backend.saved(agency.methods.save, agencyOf({ ...others, creditLimit: atFirst }));
  await backend.sql("update travel_agency set status = 'active', credit_limit = $2 where id = $1", [id, creditLimit]);
  return id;
}

/**
 * Refunds tickets of an order until so many are refunded, the first ones first, by the calls that a clerk makes: an admission
 * is taken back before its ticket is refunded.
 */
export async function refundTickets(backend: TestBackend, orderId: number, n: number): Promise<void> {
  const tickets = await backend.sql<{ id: number; state: string; passage: number | null }>(
    `select t.id::float8 as id, t.state, (
              select max(p.id)::float8 from passage p
              where p.ticket_id = t.id and p.kind = 'pass' and p.admitted
                and not exists (select from passage r where r.corp_code = p.corp_code and r.reverses_id = p.id)
            ) as passage
     from ticket t
     where t.order_id = $1
     order by t.id
     limit $2`,
    [orderId, n],
  );
  const open = tickets.filter(({ state }) => state !== "refunded");
  for (const { passage } of open) {
    if (passage === null) continue;
    const taken = await backend.call(reversePassage, { passageId: passage, reason: "误检" });
    expect([taken.status, taken.message]).toEqual([200, ""]);
  }
  const back = await backend.call(refundOrder, {
    ...{ orderId, ticketIds: open.map(({ id }) => id), reason: "行程取消", idempotencyKey: fresh("refund-key") },
  });
  expect([back.message, back.data?.state]).toEqual(["", "done"]);
}
