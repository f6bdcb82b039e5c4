/** Annual and season cards: types, fees, cards with their states, deposits. */
import type { ContractManifest } from "../manifest";
import { cardBatch } from "./batch";
import { seasonCard } from "./card";
import { cardLedger } from "./card-ledger";
import * as cardList from "./card-list";
import * as counter from "./counter";
import { cardDictionaries } from "./dictionaries";
import * as employee from "./employee-card";
import { cardFee } from "./fee";
import { seasonCardLog } from "./log";
import { cardMenu } from "./menu-entries";
import { cardParameters } from "./parameters";
import { cardReport } from "./report";
import * as template from "./template";
import { cardTemplateDictionaries } from "./template-dictionaries";
import { cardsLost, cardsToCall } from "./to-call";
import * as type from "./type";
import * as wallet from "./wallet";

export const card: ContractManifest = {
  reports: [cardReport],
  resources: [
    cardFee,
    template.cardTemplate,
    type.cardType,
    cardBatch,
    seasonCard,
    employee.employSeasonCard,
    cardsToCall,
    cardsLost,
    seasonCardLog,
  ],
  methods: [type, template, counter, cardList, employee, wallet],
  ledgers: [cardLedger],
  menu: cardMenu,
  parameters: cardParameters,
  dictionaries: { ...cardDictionaries, ...cardTemplateDictionaries },
};
