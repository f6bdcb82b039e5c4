/** Entries of the menu: stored-value cards. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const cards = { group: "cards", built: true } as const;

export const storedMenu = menuEntries({
  smartCardList: {
    ...{ ...cards, place: 70, label: m.fun_smart_card_list, url: "/smartCard/list" },
    buttons: { "smartCard:wallet": m.card_wallet },
    money: {
      "smartCard:sell": true,
      "smartCard:topUp": true,
      "smartCard:spend": true,
      "smartCard:refund": "refundApprovalLimit",
      "smartCard:refundDecide": true,
      "smartCard:replace": true,
      "smartCard:cancel": "refundApprovalLimit",
      "smartCard:cancelDecide": true,
      "cardShare:add": true,
      "cardShare:edit": true,
      "cardShare:reopen": true,
    },
    refunds: ["smartCard:refund", "smartCard:refundDecide", "smartCard:cancel", "smartCard:cancelDecide"],
  },
  smartCardLog: { ...cards, place: 71, label: m.stored_log, url: "/smartCard/log" },
  smartCardLedger: { ...cards, place: 72, label: m.stored_ledger, url: "/smartCard/ledger" },
  smartCardMoney: { ...cards, place: 74, label: m.stored_money, url: "/smartCard/money" },
  groupCardLedger: {
    ...{ ...cards, place: 75, label: m.groupcard_accounts, url: "/smartCard/groupAccounts" },
    money: { "groupCardAccount:settle": true, "groupCardAccount:settleBack": true },
  },
  storedOffline: {
    ...{ ...cards, place: 76, label: m.stored_offline, url: "/smartCard/offlineList" },
    buttons: { "storedOffline:upload": m.stored_offline_enter },
    money: { "storedOffline:upload": true, "storedOffline:book": true, "storedOffline:drop": true },
  },
  updateCardComsume: {
    ...{ ...cards, place: 80, label: m.fun_update_card_comsume, url: "/updateCardComsume" },
    money: { "storedRule:add": true, "storedRule:edit": true },
    prices: ["storedRule:add", "storedRule:edit"],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    stored: typeof storedMenu;
  }
}
