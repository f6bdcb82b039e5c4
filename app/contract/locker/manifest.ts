/** Lockers: groups, boxes with their states, deposits. */
import type { ContractManifest } from "../manifest";
import { lockerBox, lockerOverdue } from "./box";
import { lockerDictionaries } from "./dictionaries";
import * as group from "./group";
import { lockerLedger } from "./locker-ledger";
import { lockerMenu } from "./menu-entries";

export const locker: ContractManifest = {
  resources: [group.lockerGroup, lockerBox, lockerOverdue],
  methods: [group],
  ledgers: [lockerLedger],
  menu: lockerMenu,
  dictionaries: lockerDictionaries,
};
