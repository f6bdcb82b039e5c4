/** Stored-value cards: their balances, the money paid for them, and the rules by which they are spent. */
import type { ContractManifest } from "../manifest";
import { smartCard } from "./card";
import * as cardList from "./card-list";
import { cardShare } from "./card-share";
import * as counter from "./counter";
import { storedDictionaries } from "./dictionaries";
import { groupCardAccount, groupCardLedger } from "./group-account";
import { storedLedger, storedMoney } from "./ledgers";
import { smartCardLog } from "./log";
import { storedMenu } from "./menu-entries";
import * as offline from "./offline";
import { storedParameters } from "./parameters";
import * as rule from "./rule";
import * as sheet from "./sheet";
import * as slip from "./slip";
import * as wallet from "./wallet";

export const stored: ContractManifest = {
  resources: [smartCard, smartCardLog, rule.storedRule, offline.storedOffline, cardShare, groupCardAccount],
  methods: [rule, counter, cardList, offline, sheet, slip, wallet],
  ledgers: [storedLedger, storedMoney, groupCardLedger],
  menu: storedMenu,
  dictionaries: storedDictionaries,
  parameters: storedParameters,
};
