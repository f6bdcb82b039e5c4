/** Entries of the menu: parking. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const parking = { group: "parking", built: true } as const;

export const parkingMenu = menuEntries({
  parkingDesk: {
    ...{ ...parking, place: 5, label: m.parking_desk, url: "/parking/desk" },
    buttons: {
      "parkingDesk:enter": m.parking_right_enter,
      "parkingDesk:pay": m.parking_right_pay,
      "parkingDesk:lost": m.parking_right_lost,
      "parkingDesk:anyPlate": m.parking_right_any_plate,
    },
    money: { "parkingDesk:pay": true, "parkingDesk:lost": true },
  },
  parkingLotList: {
    ...{ ...parking, place: 10, label: m.fun_parking_lot_list, url: "/parking/lotList" },
    money: { "parkingLot:add": true, "parkingLot:edit": true },
  },
  parkingTariffList: {
    ...{ ...parking, place: 20, label: m.fun_parking_tariff_list, url: "/parking/tariffList" },
    money: { "parkingTariff:add": true, "parkingTariff:edit": true },
    prices: ["parkingTariff:add", "parkingTariff:edit"],
  },
  parkingRecordList: {
    ...{ ...parking, place: 30, label: m.fun_parking_record_list, url: "/parking/recordList" },
    money: { "parkingRecord:release": true, "parkingRecord:refund": true },
    refunds: ["parkingRecord:refund"],
  },
  parkingOverstay: { ...parking, place: 35, label: m.parking_overstay, url: "/parking/overstayList" },
  parkingPassList: {
    ...{ ...parking, place: 40, label: m.fun_parking_pass_list, url: "/parking/passList" },
    buttons: { "parkingPass:sell": m.parking_pass_sell },
    money: { "parkingPass:sell": true, "parkingPass:renew": true, "parkingPass:cancel": true },
  },
  parkingFees: { ...parking, place: 44, label: m.parking_fee_ledger, url: "/parking/feeLedger" },
  parkingPassMoney: { ...parking, place: 46, label: m.parking_pass_ledger, url: "/parking/passLedger" },
  parkingConfiguration: {
    ...{ ...parking, place: 50, label: m.fun_parking_configuration, url: "/basicConfiguration?sysBusType=17" },
    buttons: { "parkingConfiguration:edit": m.engine_edit },
  },
  reportParking: {
    group: "reports",
    place: 180,
    label: m.fun_report_parking,
    url: "/statistics/parking",
    built: true,
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    parking: typeof parkingMenu;
  }
}
