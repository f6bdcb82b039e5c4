/** Where a card on a phone is looked at. */
export const walletPath = "/wallet";
