/** What the demonstration's cashier does at the counters of cards. */
export const cashierRights = {
  seasonCardList: ["sell", "activate", "reportLoss", "found", "replace", "renew", "upgrade", "addHolder"].map(
    (step) => `seasonCard:${step}`,
  ),
  smartCardList: ["sell", "topUp", "spend", "reportLoss", "found", "replace"].map((step) => `smartCard:${step}`),
};
