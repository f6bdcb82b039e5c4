/** Three points of a park, of which a ticket chooses two, each once: its type, gates and sale. */
import type { PayloadOf } from "~/contract/method";
import { checkTicket, type Verdict } from "~/contract/ticket/check";
import { gate, gateGroup } from "~/contract/ticket/gate";
import { selectPolicy } from "~/contract/ticket/select-policy";
import type { Reply, TestBackend } from "~tests/support/backend";
import { createPark, fresh, type TestPark } from "~tests/support/park";

export interface PointPark extends TestPark {
  /** 缆车, 漂流, 观景台: their gate groups, and a gate of each. */
  groups: number[];
  gates: number[];
  policyId: number;
  typeId: number;
  check(code: string, gateId: number, more?: Partial<PayloadOf<typeof checkTicket>>): Promise<Reply<Verdict>>;
  sellOne(): Promise<PointTicket>;
}

export interface PointTicket {
  id: number;
  orderId: number;
  orderNo: string;
  ticketNo: string;
  qrText: string;
}

export async function createPoints(backend: TestBackend, fields: Record<string, unknown> = {}): Promise<PointPark> {
  const park = await createPark(backend);
  const save = async (method: typeof gate.methods.save | typeof gateGroup.methods.save, given: object) => {
    const reply = await backend.call(method, given as never);
    if (!reply.success) throw new Error(`${method.name}: ${reply.message} ${JSON.stringify(reply.errors)}`);
    return reply.data.id;
  };
  const groups: number[] = [];
  const gates: number[] = [];
  for (const name of ["缆车", "漂流", "观景台"]) {
    const { parkId } = park;
    const gateGroupId = await save(gateGroup.methods.save, { code: fresh("GG"), name, parkId });
    groups.push(gateGroupId);
    gates.push(
      await save(gate.methods.save, { code: fresh("GT"), name: `${name}闸机`, direction: "in", gateGroupId, parkId }),
    );
  }
  const policyId = await savePolicy(backend, { parkId: park.parkId, groups, ...fields });
  const typeId = await park.addType({ name: "任选票", kind: "selectPoint", selectPolicyId: policyId, listPrice: 9900 });
  return {
    ...{ ...park, groups, gates, policyId, typeId },
    check: (code, gateId, more = {}) =>
      backend.call(checkTicket, { idempotencyKey: fresh("check"), gateId, code, ...more }),
    async sellOne() {
      const { orderId, orderNo } = await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 1 }] });
      const [ticket] = await backend.sql<{ id: number; ticketNo: string; qrText: string }>(
        `select id, ticket_no as "ticketNo", qr_text as "qrText" from ticket where order_id = $1`,
        [orderId],
      );
      if (!ticket) throw new Error("no ticket");
      return { ...ticket, orderId, orderNo };
    },
  };
}

type Wish = { parkId: number; groups: number[]; id?: number } & Record<string, unknown>;

export function policyOf({ groups, ...fields }: Wish) {
  return {
    ...{ name: fresh("三选二"), choices: 2, perPoint: 1, useDays: 1 },
    points: groups.map((gateGroupId) => ({ gateGroupId })),
    ...fields,
  } as unknown as PayloadOf<typeof selectPolicy.methods.save>;
}

export async function savePolicy(backend: TestBackend, wish: Wish): Promise<number> {
  const reply = await backend.call(selectPolicy.methods.save, policyOf(wish));
  if (!reply.success) throw new Error(`selectPolicySave: ${reply.message} ${JSON.stringify(reply.errors)}`);
  return reply.data.id;
}
