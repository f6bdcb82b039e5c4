/** Money of parking, payment by payment: fees of stays, and month passes. What was taken goes back the way it came. */
import { dictionary, reference } from "../field-kinds";
import { ledger } from "../ledger";
import { m } from "../messages";

const lotId = reference("parkingLot", { label: m.parking_lot, list: true, filter: "equals" });
const paymentType = dictionary("paymentType", { label: m.parking_paid_by, list: true, filter: "equals" });

const ofRecord = "/parking/recordList/{recordId}";
export const parkingFeeLedger = ledger("place", "parkingFeeLedger", {
  title: m.parking_fee_ledger,
  path: "/parking/feeLedger",
  fun: "parkingFees",
  unit: "fen",
  figures: { taken: m.parking_taken },
  kindsName: ["停车费变动", "Movement of a parking fee"],
  kinds: {
    pay: { label: m.parking_move_pay, moves: { taken: 1 }, cash: true, page: ofRecord },
    payBack: { label: m.parking_move_pay_back, moves: { taken: -1 }, cash: true, page: ofRecord },
  },
  accounts: {
    recordId: reference("parkingRecord", { label: m.parking_record, list: true, filter: "equals", remote: true }),
    lotId,
    paymentType,
  },
});

const ofPass = "/parking/passList/{passId}";
export const parkingPassLedger = ledger("place", "parkingPassLedger", {
  title: m.parking_pass_ledger,
  path: "/parking/passLedger",
  fun: "parkingPassMoney",
  unit: "fen",
  figures: { taken: m.parking_taken },
  kindsName: ["月卡款变动", "Movement of a month pass"],
  kinds: {
    sell: { label: m.parking_move_sell, moves: { taken: 1 }, cash: true, page: ofPass },
    renew: { label: m.parking_move_renew, moves: { taken: 1 }, cash: true, page: ofPass },
    cancel: { label: m.parking_move_cancel, moves: { taken: -1 }, cash: true, page: ofPass },
  },
  accounts: {
    passId: reference("parkingPass", { label: m.parking_pass, list: true, filter: "equals", remote: true }),
    lotId,
    paymentType,
  },
});
