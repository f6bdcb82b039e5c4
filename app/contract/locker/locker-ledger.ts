/** Deposits, use by use: taken, paid back the way they came, or kept of what was cleared. */
import { dictionary, reference } from "../field-kinds";
import { ledger } from "../ledger";
import { m } from "../messages";

const page = "/locker/boxList/{boxId}";

export const lockerLedger = ledger("locker", "lockerLedger", {
  title: m.locker_deposit_ledger,
  path: "/locker/depositLedger",
  fun: "lockerDeposits",
  unit: "fen",
  figures: { held: m.locker_held, kept: m.locker_kept },
  kindsName: ["柜格押金变动", "Movement of a locker's deposit"],
  kinds: {
    take: { label: m.locker_move_take, moves: { held: 1 }, cash: true, page },
    payBack: { label: m.locker_move_pay_back, moves: { held: -1 }, cash: true, page },
    keep: { label: m.locker_move_keep, moves: { held: -1, kept: 1 }, page },
  },
  accounts: {
    boxId: reference("lockerBox", { label: m.locker_box, list: true, filter: "equals", remote: true }),
    paymentType: dictionary("paymentType", { label: m.locker_paid_by, list: true, filter: "equals" }),
  },
});
