/** What warehouses have of each item, in pieces and in fen: every movement moves both by the same kind. */
import { reference, text } from "../field-kinds";
import { ledger } from "../ledger";
import { type Message, m } from "../messages";

const page = {
  in: "/manage/storelist/listInBillsRecord?number={source}",
  out: "/manage/storelist/listOutBillsRecord?number={source}",
  off: "/manage/storelist/pageStoInvaldMes?number={source}",
  roll: "/manage/storelist/rolls?code={source}",
  count: "/manage/storelist/listBillCounts?number={source}",
} as const;

/** `own` is what the warehouse has, `transit` what has left it for another and has not arrived. */
function kindsOf<const F extends string>(own: F) {
  const moves = (by: 1 | -1, transit?: 1 | -1): Readonly<Partial<Record<F | "transit", 1 | -1>>> => {
    const found: Partial<Record<string, 1 | -1>> = { [own]: by, ...(transit && { transit }) };
    return found as Partial<Record<F | "transit", 1 | -1>>;
  };
  const onTheWay = (by: 1 | -1) => ({ transit: by }) as Partial<Record<F | "transit", 1 | -1>>;
  const kind = (label: Message, moved: Partial<Record<F | "transit", 1 | -1>>, of: string) => ({
    ...{ label, moves: moved, page: of, told: false as const },
  });
  return {
    in: kind(m.stock_move_in, moves(1), page.in),
    inBack: kind(m.stock_move_in_back, moves(-1), page.in),
    out: kind(m.stock_move_out, moves(-1), page.out),
    outBack: kind(m.stock_move_out_back, moves(1), page.out),
    ship: kind(m.stock_move_ship, moves(-1, 1), page.out),
    shipBack: kind(m.stock_move_ship_back, moves(1, -1), page.out),
    arrive: kind(m.stock_move_arrive, onTheWay(-1), page.out),
    arriveBack: kind(m.stock_move_arrive_back, onTheWay(1), page.out),
    receive: kind(m.stock_move_receive, moves(1), page.out),
    receiveBack: kind(m.stock_move_receive_back, moves(-1), page.out),
    writeOff: kind(m.stock_move_write_off, moves(-1), page.off),
    writeOffBack: kind(m.stock_move_write_off_back, moves(1), page.off),
    hand: kind(m.stock_move_hand, moves(-1), page.roll),
    handBack: kind(m.stock_move_hand_back, moves(1), page.roll),
    more: kind(m.stock_move_more, moves(1), page.count),
    less: kind(m.stock_move_less, moves(-1), page.count),
  };
}

const accounts = {
  storeId: reference("stockStore", { label: m.stock_store, list: true, filter: "equals" }),
  itemId: reference("stockItem", { label: m.stock_item, list: true, filter: "equals", remote: true }),
} as const;

export const stockLedger = ledger("manage", "stockLedger", {
  title: m.fun_store_ledger,
  path: "/manage/storelist/ledger",
  fun: "storeLedger",
  unit: "pieces",
  figures: { quantity: m.stock_on_hand, transit: m.stock_transit },
  kindsName: ["库存变动", "Movement of stock"],
  kinds: kindsOf("quantity"),
  accounts,
  /** Of an item that is kept by numbers: which of them moved. */
  beside: { serials: text({ label: m.stock_serials, max: 500, list: true }) },
});

export const stockValueLedger = ledger("manage", "stockValueLedger", {
  title: m.stock_value_ledger,
  path: "/manage/storelist/valueLedger",
  fun: "storeValueLedger",
  unit: "fen",
  figures: { amount: m.stock_amount, transit: m.stock_transit_amount },
  hiddenAtFirst: ["transit"],
  kindsName: ["库存金额变动", "Movement of the value of stock"],
  kinds: {
    ...kindsOf("amount"),
    // Of pieces that had left before their invoice came.
    cost: { label: m.stock_move_cost, moves: { amount: -1 }, page: page.in, told: false },
    costBack: { label: m.stock_move_cost_back, moves: { amount: 1 }, page: page.in, told: false },
  },
  accounts,
});

export type StockMove = keyof ReturnType<typeof kindsOf>;
