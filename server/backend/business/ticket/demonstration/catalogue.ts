/** What the demonstration parks sell, and where: as data, then as rows. */

import { type InferSelectModel, sql } from "drizzle-orm";
import { type RefundBand, type Slot, slotName } from "~/contract/ticket/ticket-terms";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { addDays } from "../rules/days";
import { gate, gateGroup, park, pos, pricePolicy, quotaPool, quotaPoolType, ticketType } from "../schema";

type NewType = Omit<typeof ticketType.$inferInsert, "parkId" | "gateGroupId" | "facePrice"> & {
  park: "mountain" | "lake";
  group?: keyof typeof groups;
  refundBands?: RefundBand[];
  slots?: Slot[];
};
export interface SoldType extends InferSelectModel<typeof ticketType> {
  refundBands: RefundBand[];
  /** Their names. */
  slots: string[];
}
export type SoldPolicy = typeof pricePolicy.$inferSelect;

const parks = {
  mountain: {
    code: "QYS",
    name: "青云山风景区",
    address: "浙江省杭州市临安区青云路 1 号",
    openingHours: "08:00-17:30",
    capacity: 20_000,
    introduction: "国家 AAAA 级旅游景区，以云海、瀑布和古道闻名。",
  },
  lake: {
    code: "BH",
    name: "碧湖水上乐园",
    address: "浙江省杭州市临安区碧湖大道 88 号",
    openingHours: "09:30-20:30",
    capacity: 8000,
    introduction: "四季恒温的室内外水上乐园，每天三场水秀。",
  },
} as const;

const groups = {
  east: { park: "mountain", code: "QYS-E", name: "东门闸机组" },
  west: { park: "mountain", code: "QYS-W", name: "西门闸机组" },
  cable: { park: "mountain", code: "QYS-C", name: "索道闸机组" },
  lakeMain: { park: "lake", code: "BH-M", name: "乐园主入口" },
  theatre: { park: "lake", code: "BH-T", name: "水秀剧场" },
} as const;

const gates: [group: keyof typeof groups, code: string, name: string, direction: string][] = [
  ["east", "QYS-E1", "东门 1 号闸机", "in"],
  ["east", "QYS-E2", "东门 2 号闸机", "in"],
  ["east", "QYS-E9", "东门出口", "out"],
  ["west", "QYS-W1", "西门 1 号闸机", "in"],
  ["cable", "QYS-C1", "索道下站闸机", "in"],
  ["lakeMain", "BH-M1", "乐园 1 号闸机", "in"],
  ["lakeMain", "BH-M2", "乐园 2 号闸机", "in"],
  ["theatre", "BH-T1", "剧场闸机", "in"],
];

const points: [park: keyof typeof parks, code: string, name: string, window: string, printer: string][] = [
  ["mountain", "QYS-P1", "游客中心 1 号窗", "1 号窗", "receipt80"],
  ["mountain", "QYS-P2", "游客中心 2 号窗", "2 号窗", "receipt80"],
  ["mountain", "QYS-P3", "西门售票亭", "西门", "receipt58"],
  ["lake", "BH-P1", "乐园服务台", "服务台", "a4"],
];

const everywhere = ["window", "network", "mobile", "selfService", "internal"];
const showSlots = [
  { startTime: "10:30", endTime: "11:30" },
  { startTime: "14:30", endTime: "15:30" },
  { startTime: "16:30", endTime: "17:30" },
];
const bands = [
  { hours: 24, feePercent: 0 },
  { hours: 2, feePercent: 10 },
  { hours: -2, feePercent: 30 },
];

/** One change of the day, until the ticket expires. */
const changesOnce = { changes: ["day"], changeTimes: 1 };

const types: NewType[] = [
  {
    park: "mountain",
    code: "QYS-ADT",
    name: "成人票",
    listPrice: 12_000,
    channels: everywhere,
    refundRule: "free",
    ...changesOnce,
    sort: 10,
  },
  {
    park: "mountain",
    code: "QYS-CHD",
    name: "儿童票（1.2–1.5 米）",
    listPrice: 6000,
    channels: everywhere,
    refundRule: "free",
    ...changesOnce,
    sort: 20,
  },
  {
    park: "mountain",
    code: "QYS-SNR",
    name: "长者票（60–69 岁）",
    listPrice: 6000,
    channels: everywhere,
    refundRule: "free",
    expiredRefund: "request",
    expiredDays: 90,
    expiredFee: 10,
    ...changesOnce,
    sort: 30,
  },
  {
    park: "mountain",
    code: "QYS-FAM",
    name: "家庭票（两大一小）",
    listPrice: 26_000,
    channels: everywhere,
    refundRule: "free",
    refundBands: bands,
    kind: "combo",
    admissions: 3,
    sort: 40,
  },
  {
    park: "mountain",
    code: "QYS-RN",
    name: "实名预约票",
    listPrice: 10_000,
    channels: everywhere,
    refundRule: "free",
    refundBands: bands,
    realName: "perTicket",
    perIdentityDay: 1,
    changes: ["day", "holder"],
    changeTimes: 1,
    changeHours: 2,
    changeFeeBy: "rate",
    changeFeeRate: 50,
    sort: 50,
  },
  {
    park: "mountain",
    code: "QYS-3D",
    name: "三日畅游票",
    listPrice: 22_000,
    channels: ["window", "network", "mobile"],
    refundRule: "approval",
    refundBands: bands,
    validity: "days",
    validDays: 7,
    admissions: 3,
    passInterval: 60,
    sort: 60,
  },
  {
    park: "mountain",
    code: "QYS-CBL",
    name: "索道往返票",
    listPrice: 8000,
    channels: everywhere,
    refundRule: "free",
    admissions: 2,
    passInterval: 5,
    group: "cable",
    changes: ["day"],
    changeFeeBy: "fixed",
    changeFee: 500,
    sort: 70,
  },
  {
    park: "mountain",
    code: "QYS-BUS",
    name: "观光车票",
    listPrice: 3000,
    channels: ["window", "selfService", "internal"],
    refundRule: "never",
    sort: 80,
  },
  {
    park: "lake",
    code: "BH-ADT",
    name: "乐园成人日场票",
    listPrice: 18_000,
    channels: everywhere,
    refundRule: "free",
    refundBands: bands,
    sort: 110,
  },
  {
    park: "lake",
    code: "BH-CHD",
    name: "乐园儿童日场票",
    listPrice: 9000,
    channels: everywhere,
    refundRule: "free",
    refundBands: bands,
    sort: 120,
  },
  {
    park: "lake",
    code: "BH-SHW",
    name: "水秀演出票",
    listPrice: 6000,
    channels: everywhere,
    refundRule: "approval",
    kind: "theatre",
    slots: showSlots,
    group: "theatre",
    changes: ["day", "slot"],
    changeTimes: 2,
    changeHours: 0,
    sort: 130,
  },
  {
    park: "lake",
    code: "BH-DUO",
    name: "乐园双人票",
    listPrice: 32_000,
    channels: everywhere,
    refundRule: "free",
    kind: "combo",
    admissions: 2,
    sort: 140,
  },
  {
    park: "lake",
    code: "BH-NGT",
    name: "夏夜狂欢票",
    listPrice: 9900,
    channels: everywhere,
    refundRule: "never",
    status: "suspended",
    sort: 150,
  },
  {
    park: "mountain",
    code: "QYS-SKI",
    name: "冬季戏雪票",
    listPrice: 8800,
    channels: ["window"],
    refundRule: "free",
    kind: "ski",
    status: "draft",
    sort: 160,
  },
];

type NewPolicy = [type: string, name: string, price: number, priority: number, terms: Partial<SoldPolicy>];

const policies: NewPolicy[] = [
  ["QYS-ADT", "周末价", 14_000, 10, { weekdays: "FFFFFTT" }],
  ["QYS-ADT", "法定节假日价", 16_000, 30, { holidays: "only" }],
  ["QYS-ADT", "网络预订优惠", 11_500, 5, { channel: "network", holidays: "never" }],
  ["QYS-CHD", "法定节假日价", 8000, 30, { holidays: "only" }],
  ["QYS-FAM", "周末价", 28_000, 10, { weekdays: "FFFFFTT" }],
  ["QYS-FAM", "法定节假日价", 32_000, 30, { holidays: "only" }],
  ["QYS-CBL", "法定节假日价", 9000, 30, { holidays: "only" }],
  ["BH-ADT", "工作日特惠", 15_000, 10, { weekdays: "TTTTTFF", holidays: "never" }],
  ["BH-ADT", "法定节假日价", 22_000, 30, { holidays: "only" }],
  ["BH-SHW", "午场特惠", 5000, 10, { slot: "10:30-11:30" }],
];

const pools: [name: string, total: number, bySlot: boolean, types: string[]][] = [
  ["青云山日承载量", 6000, false, ["QYS-ADT", "QYS-CHD", "QYS-SNR", "QYS-FAM", "QYS-RN", "QYS-3D"]],
  ["索道运力", 1200, false, ["QYS-CBL"]],
  ["实名预约名额", 200, false, ["QYS-RN"]],
  ["水秀剧场座位", 150, true, ["BH-SHW"]],
];

export interface Catalogue {
  types: SoldType[];
  policies: SoldPolicy[];
  gates: (typeof gate.$inferSelect)[];
  points: (typeof pos.$inferSelect)[];
  pools: { id: number; dailyTotal: number; bySlot: boolean; typeIds: number[] }[];
}

/** `today` is the business day; prices have held since well before the first order. */
export async function insertCatalogue(tx: Transaction, today: string, say: Say): Promise<Catalogue> {
  const said = ({ name, address, introduction, ...rest }: (typeof parks)[keyof typeof parks]) => ({
    ...{ ...rest, name: say(name), address: say(address), introduction: say(introduction) },
  });
  const parkIds = idsOf(
    parks,
    await tx.insert(park).values(Object.values(parks).map(said)).returning({ code: park.code, id: park.id }),
  );
  const groupRows = Object.values(groups).map(({ park: at, code, name }) => ({
    code,
    name: say(name),
    parkId: parkIds[at],
  }));
  const groupIds = idsOf(
    groups,
    await tx.insert(gateGroup).values(groupRows).returning({ code: gateGroup.code, id: gateGroup.id }),
  );
  const gateRows = gates.map(([group, code, name, direction]) => ({
    code,
    name: say(name),
    direction,
    gateGroupId: groupIds[group],
    parkId: parkIds[groups[group].park],
    address: `192.168.10.${10 + gates.findIndex((one) => one[1] === code)}`,
  }));
  const pointRows = points.map(([at, code, name, window, printer]) => ({
    code,
    name: say(name),
    window: say(window),
    printer,
    parkId: parkIds[at],
  }));
  const typeRows = types.map(({ park: at, group, refundBands: _, slots: __, ...type }) => ({
    status: "onSale",
    ...type,
    name: say(type.name),
    facePrice: type.listPrice,
    parkId: parkIds[at],
    gateGroupId: group ? groupIds[group] : null,
  }));
  const made = await tx.insert(ticketType).values(typeRows).returning();
  const idOf = (code: string) => made.find((type) => type.code === code)?.id ?? 0;
  for (const { code, refundBands = [], slots = [] } of types) await insertLines(tx, idOf(code), refundBands, slots);
  const sold = made.map((type): SoldType => {
    const { refundBands = [], slots = [] } = types.find(({ code }) => code === type.code) ?? {};
    return { ...type, refundBands, slots: slots.map(slotName) };
  });
  const span = { startDay: addDays(today, -120), endDay: addDays(today, 400) };
  const policyRows = policies.map(([code, name, price, priority, terms]) => ({
    ...span,
    name: say(name),
    price,
    priority,
    ticketTypeId: idOf(code),
    channel: "any",
    customerGroup: "any",
    ...terms,
  }));
  return {
    types: sold,
    policies: await tx.insert(pricePolicy).values(policyRows).returning(),
    gates: await tx.insert(gate).values(gateRows).returning(),
    points: await tx.insert(pos).values(pointRows).returning(),
    pools: await insertPools(tx, idOf, say),
  };
}

async function insertLines(tx: Transaction, typeId: number, refundBands: RefundBand[], slots: Slot[]): Promise<void> {
  for (const [position, { hours, feePercent }] of refundBands.entries())
    await tx.execute(sql`
      insert into ticket_type_refund_band (ticket_type_id, position, hours, fee_percent)
      values (${typeId}, ${position}, ${hours}, ${feePercent})
    `);
  for (const [position, { startTime, endTime }] of slots.entries())
    await tx.execute(sql`
      insert into ticket_type_slot (ticket_type_id, position, start_time, end_time)
      values (${typeId}, ${position}, ${startTime}, ${endTime})
    `);
}

async function insertPools(tx: Transaction, idOf: (code: string) => number, say: Say): Promise<Catalogue["pools"]> {
  const made: Catalogue["pools"] = [];
  for (const [name, dailyTotal, bySlot, codes] of pools) {
    const [row] = await tx
      .insert(quotaPool)
      .values({ name: say(name), dailyTotal, bySlot })
      .returning({ id: quotaPool.id });
    const id = row?.id ?? 0;
    const typeIds = codes.map(idOf);
    await tx.insert(quotaPoolType).values(typeIds.map((ticketTypeId) => ({ poolId: id, ticketTypeId })));
    made.push({ id, dailyTotal, bySlot, typeIds });
  }
  return made;
}

/** Ids by the key under which a thing stands here. */
function idsOf<K extends string>(
  things: Record<K, { code: string }>,
  rows: { code: string; id: number }[],
): Record<K, number> {
  const entries = Object.entries<{ code: string }>(things).map(([key, { code }]) => [
    key,
    rows.find((row) => row.code === code)?.id ?? 0,
  ]);
  return Object.fromEntries(entries) as Record<K, number>;
}
