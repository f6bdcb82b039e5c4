/** What happened to the places of a quota, row by row (`/ticket/quotaLedger`). */
import { date, dictionary, reference, text } from "../field-kinds";
import { ledger } from "../ledger";
import { m } from "../messages";

const order = "/offlineOrderDetail?orderNo={source}";
const day = "/ticket/quotaList/{poolId}?from={day}";

export const quotaLedger = ledger("ticket", "quotaLedger", {
  title: m.quota_ledger,
  path: "/ticket/quotaLedger",
  fun: "quotaList",
  unit: "pieces",
  figures: { total: m.quota_total, held: m.quota_held, sold: m.quota_sold, overbooked: m.quota_overbooked },
  hiddenAtFirst: ["overbooked"],
  floors: [{ total: 1, held: -1, sold: -1 }],
  kindsName: ["配额变动", "Movement of a quota"],
  kinds: {
    open: { label: m.quota_move_open, moves: { total: 1 }, page: day },
    adjust: { label: m.quota_move_adjust, moves: { total: 1 }, eitherWay: true, page: day },
    moveOut: { label: m.quota_move_out, moves: { total: -1 }, page: day },
    moveIn: { label: m.quota_move_in, moves: { total: 1 }, page: day },
    hold: { label: m.quota_move_hold, moves: { held: 1 } },
    release: { label: m.quota_move_release, moves: { held: -1 } },
    transfer: { label: m.quota_move_transfer, moves: { held: -1, sold: 1 } },
    sell: { label: m.quota_move_sell, moves: { sold: 1 }, page: order },
    overbook: { label: m.quota_move_overbook, moves: { total: 1, overbooked: 1 }, page: order },
    overbookBack: { label: m.quota_move_overbook_back, moves: { total: -1, overbooked: -1 }, page: order },
    overbookKept: { label: m.quota_move_overbook_kept, moves: { overbooked: -1 }, page: day },
    giveBack: { label: m.quota_move_give_back, moves: { sold: -1 }, page: order },
  },
  accounts: {
    poolId: reference("quotaPool", { label: m.quota_pool, list: true, filter: "equals" }),
    day: date({ label: m.quota_day, list: true, filter: "between" }),
    slot: text({ label: m.quota_slot, list: true }),
    part: dictionary("saleChannel", { label: m.quota_part, list: true, filter: "equals" }),
  },
});
