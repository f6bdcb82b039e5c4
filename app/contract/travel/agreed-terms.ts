/** Words and menu of agreed quantities. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

export const agreedMenu = menuEntries({
  travelAgreedTicketNumDetail: {
    ...{ group: "trade", built: true, place: 60, label: m.fun_travel_agreed_ticket_num_detail },
    url: "/travelInfo/travelAgreedTicketNumDetail",
    money: {
      "agreedQuantity:add": true,
      "agreedQuantity:edit": true,
      "agreedQuantity:book": true,
      "agreedQuantity:takeBack": true,
    },
  },
});

export const agreedDictionaries = dictionaries({
  agreedQuantityState: {
    name: ["协议票量状态", "State of an agreed quantity"],
    items: [
      ["open", "执行中", "Running", "accent"],
      ["booked", "已返利", "Booked", "good"],
      ["void", "已作废", "Void", "calm"],
    ],
  },
  agreedCounts: {
    name: ["返利计票口径", "Tickets that a rebate counts"],
    items: [
      ["paid", "已入园且已收款", "Admitted and paid for"],
      ["sold", "已入园，挂账未收款也计", "Admitted, paid for or still on account"],
    ],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    agreed: typeof agreedMenu;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    agreed: typeof agreedDictionaries;
  }
}
