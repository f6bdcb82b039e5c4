/** How a price is split over sub-tickets, and what moves their shares. */
import { dictionaries } from "../dictionary-declaration";

export const subTicketDictionaries = dictionaries({
  subTicketSplit: {
    name: ["子票分账方式", "How sub-tickets share"],
    items: [
      ["perMille", "按千分比", "Per mille"],
      ["amount", "按金额", "By amount"],
    ],
  },
  subTicketMove: {
    name: ["子票分账变动", "Movement of a share"],
    items: [
      ["sale", "售票", "Sold", "good"],
      ["refund", "退票", "Refunded", "bad"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    subTickets: typeof subTicketDictionaries;
  }
}
