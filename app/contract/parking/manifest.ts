/** Parking: lots, tariffs, entries and exits, month passes, and their money. */
import type { ContractManifest } from "../manifest";
import { m } from "../messages";
import * as configuration from "./configuration";
import * as desk from "./desk";
import { parkingDictionaries } from "./dictionaries";
import { parkingFeeLedger, parkingPassLedger } from "./ledgers";
import { parkingLot } from "./lot";
import { parkingMenu } from "./menu-entries";
import * as pass from "./pass";
import { parkingOverstay, parkingRecord } from "./record";
import { parkingReport } from "./report";
import * as tariff from "./tariff";

export const parking: ContractManifest = {
  reports: [parkingReport],
  resources: [parkingLot, tariff.parkingTariff, parkingRecord, parkingOverstay, pass.parkingPass],
  methods: [tariff, desk, pass, configuration],
  ledgers: [parkingFeeLedger, parkingPassLedger],
  menu: parkingMenu,
  dictionaries: parkingDictionaries,
  things: { parkingConfiguration: { title: m.parking_c_title } },
};
