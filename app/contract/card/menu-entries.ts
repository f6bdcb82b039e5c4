/** Entries of the menu: annual and season cards. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const cards = { group: "cards", built: true } as const;

export const cardMenu = menuEntries({
  cardtypelist: {
    ...{ ...cards, place: 10, label: m.fun_cardtypelist, url: "/manage/cardtypelist" },
    money: { "cardType:add": true, "cardType:edit": true },
  },
  cardfee: {
    ...{ ...cards, place: 20, label: m.fun_cardfee, url: "/manage/cardfee" },
    money: { "cardFee:add": true, "cardFee:edit": true },
  },
  cardTemplateManage: {
    ...{ ...cards, place: 30, label: m.fun_card_template_manage, url: "/sysThirdParty/cardTemplateManage" },
  },
  seasonCardList: {
    ...{ ...cards, place: 40, label: m.fun_season_card_list, url: "/seasonCard/seasonCardList" },
    buttons: { "seasonCard:sell": m.card_sell, "seasonCard:wallet": m.card_wallet },
    money: {
      "seasonCard:sell": true,
      "seasonCard:replace": true,
      "seasonCard:renew": true,
      "seasonCard:upgrade": true,
      "seasonCard:cancel": "refundApprovalLimit",
    },
  },
  cardsToCall: { ...cards, place: 41, label: m.card_to_call, url: "/seasonCard/toCallList" },
  cardsLost: { ...cards, place: 42, label: m.card_lost_list, url: "/seasonCard/lostList" },
  cardBatchList: { ...cards, place: 45, label: m.card_batches, url: "/seasonCard/cardBatchList" },
  seasonCardLog: { ...cards, place: 50, label: m.fun_season_card_log, url: "/seasonCard/seasonCardLog" },
  employSeasonCard: {
    ...{ ...cards, place: 60, label: m.fun_employ_season_card, url: "/seasonCard/employSeasonCard" },
    buttons: { "employSeasonCard:issue": m.card_staff_issue },
  },
  cardDeposits: { ...cards, place: 55, label: m.card_deposit_ledger, url: "/seasonCard/depositLedger" },
  reportCards: {
    group: "reports",
    place: 140,
    label: m.fun_report_cards,
    url: "/statistics/cards",
    built: true,
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    card: typeof cardMenu;
  }
}
