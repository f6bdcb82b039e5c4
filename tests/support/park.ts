/** A small park to test with: gates, a POS, ticket types on sale. Everything through the methods that staff use. */
import type { Method, PayloadOf } from "~/contract/method";
import { gate, gateGroup, pos } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import type { TestBackend } from "./backend";

/** 2026-11-20, a Friday, 10:00 in Shanghai. */
export const friday = new Date("2026-11-20T10:00:00+08:00");
export const today = "2026-11-20";

export interface TestPark {
  parkId: number;
  gateGroupId: number;
  /** Direction "in", in the gate group. */
  gateId: number;
  gateOutId: number;
  posId: number;
  /** Full price 80 yuan, no names, refund free. */
  adultId: number;
  /** 40 yuan. */
  childId: number;
  /** 120 yuan, a name for each ticket, two a person and day. */
  namedId: number;
  /** Another type, on sale at once; answers its id. */
  addType(fields?: Record<string, unknown>): Promise<number>;
  /** Sells at the counter: pays cash, two adults today unless told otherwise. Throws when refused. */
  sell(payload?: Partial<PayloadOf<typeof sellTickets>>, as?: string): Promise<{ orderId: number; orderNo: string }>;
}

let serial = 0;
/** A code or key that no other has. */
export function fresh(prefix: string): string {
  serial += 1;
  return `${prefix}-${process.pid}-${serial}`;
}

/** Makes a park in the caller's corp (head office unless `as` is another tenant's token) and sets the clock to {@link friday}. */
export async function createPark(backend: TestBackend, as = backend.admin): Promise<TestPark> {
  backend.setNow(friday);
  const call = async <M extends Method>(method: M, payload: PayloadOf<M>) => {
    const reply = await backend.call(method, payload, { as });
    if (!reply.success) {
      throw new Error(`${method.name}: ${reply.status} ${reply.message} ${JSON.stringify(reply.errors ?? {})}`);
    }
    return reply.data;
  };
  const save = async <M extends Method>(method: M, fields: Record<string, unknown>) =>
    ((await call(method, fields as PayloadOf<M>)) as { id: number }).id;

  const parkId = await save(park.methods.save, { code: fresh("PK"), name: "青云山景区", openingHours: "08:00-18:00" });
  const gateGroupId = await save(gateGroup.methods.save, { code: fresh("GG"), name: "东门", parkId });
  const gateOf = (name: string, direction: string) =>
    save(gate.methods.save, { code: fresh("GT"), name, direction, gateGroupId, parkId });
  const gateId = await gateOf("东门 1 号", "in");
  const gateOutId = await gateOf("东门出口", "out");
  const posId = await save(pos.methods.save, { code: fresh("POS"), name: "一号窗口", parkId, printer: "receipt80" });

  const addType: TestPark["addType"] = async (fields = {}) => {
    const id = await save(ticketType.methods.save, {
      code: fresh("TT"),
      name: "成人票",
      kind: "single",
      parkId,
      facePrice: 8000,
      listPrice: 8000,
      realName: "none",
      validity: "day",
      validDays: 1,
      admissions: 1,
      refundRule: "free",
      channels: ["window", "internal", "network"],
      minPerOrder: 1,
      maxPerOrder: 100,
      sort: 1,
      ...fields,
    });
    await call(ticketType.methods.publish, { id });
    return id;
  };
  const adultId = await addType();
  const childId = await addType({ name: "儿童票", facePrice: 4000, listPrice: 4000, sort: 2 });
  const namedId = await addType({
    name: "实名票",
    facePrice: 12000,
    listPrice: 12000,
    realName: "perTicket",
    perIdentityDay: 2,
    gateGroupId,
    sort: 3,
  });
  return {
    parkId,
    gateGroupId,
    gateId,
    gateOutId,
    posId,
    adultId,
    childId,
    namedId,
    addType,
    sell: async (payload = {}, seller = as) => {
      const reply = await backend.call(sellTickets, saleOf(adultId, payload), { as: seller });
      if (!reply.success) {
        throw new Error(`sellTickets: ${reply.status} ${reply.message} ${JSON.stringify(reply.errors ?? {})}`);
      }
      return reply.data;
    },
  };
}

/** A sale of two tickets of a type today, paid in cash, with a key of its own. */
export function saleOf(
  ticketTypeId: number,
  payload: Partial<PayloadOf<typeof sellTickets>> = {},
): PayloadOf<typeof sellTickets> {
  return {
    visitDay: today,
    lines: [{ ticketTypeId, quantity: 2 }],
    idempotencyKey: fresh("sale-key"),
    paymentType: "cash",
    ...payload,
  };
}
