/** What cards hold (principal, gift, deposit), and the money that was handed over for it, by the way it came. */
import { dictionary, reference, text } from "../field-kinds";
import { ledger } from "../ledger";
import { m } from "../messages";

/** Each row moves one figure and says all of them afterwards. A card is its own account. */
export const storedLedger = ledger("smartcard", "storedLedger", {
  title: m.stored_ledger,
  path: "/smartCard/ledger",
  fun: "smartCardLedger",
  unit: "fen",
  figures: { principal: m.stored_principal, gift: m.stored_gift, deposit: m.card_deposit_held },
  hiddenAtFirst: ["deposit"],
  kindsName: ["储值卡余额变动", "Movement of a stored-value card"],
  kinds: {
    topUp: { label: m.stored_move_top_up, moves: { principal: 1 } },
    topUpGift: { label: m.stored_move_top_up_gift, moves: { gift: 1 } },
    spend: { label: m.stored_move_spend, moves: { principal: -1 } },
    spendGift: { label: m.stored_move_spend_gift, moves: { gift: -1 } },
    spendBack: { label: m.stored_move_spend_back, moves: { principal: 1 } },
    spendGiftBack: { label: m.stored_move_spend_gift_back, moves: { gift: 1 } },
    refund: { label: m.stored_move_refund, moves: { principal: -1 } },
    forfeit: { label: m.stored_move_forfeit, moves: { gift: -1 } },
    deposit: { label: m.card_move_take, moves: { deposit: 1 } },
    depositBack: { label: m.card_move_pay_back, moves: { deposit: -1 } },
    moveOut: { label: m.stored_move_out, moves: { principal: -1 } },
    moveOutGift: { label: m.stored_move_out_gift, moves: { gift: -1 } },
    moveOutDeposit: { label: m.stored_move_out_deposit, moves: { deposit: -1 } },
    moveIn: { label: m.stored_move_in, moves: { principal: 1 } },
    moveInGift: { label: m.stored_move_in_gift, moves: { gift: 1 } },
    moveInDeposit: { label: m.stored_move_in_deposit, moves: { deposit: 1 } },
  },
  accounts: {
    number: text({ label: m.card_number, max: 30, list: true, filter: "equals" }),
    cardTypeId: reference("cardType", { label: m.card_type_title, list: true, filter: "equals" }),
  },
});

/** Taken and given back at tills: nobody's revenue, so it is in the cash-up as money held for guests. */
export const storedMoney = ledger("smartcard", "storedMoney", {
  title: m.stored_money,
  path: "/smartCard/money",
  fun: "smartCardMoney",
  unit: "fen",
  figures: { paid: m.stored_paid },
  kindsName: ["储值卡收退款", "Money for stored-value cards"],
  kinds: {
    take: { label: m.stored_money_take, moves: { paid: 1 }, cash: true, page: "/smartCard/list/{cardId}", told: false },
    payBack: {
      ...{ label: m.stored_money_back, moves: { paid: -1 }, cash: true, page: "/smartCard/list/{cardId}" },
      told: false,
    },
    moveOut: { label: m.stored_move_out, moves: { paid: -1 }, told: false },
    moveIn: { label: m.stored_move_in, moves: { paid: 1 }, told: false },
  },
  accounts: {
    cardId: reference("smartCard", { label: m.stored_card, list: true, filter: "equals", remote: true }),
    paymentType: dictionary("paymentType", { label: m.card_paid_by, list: true, filter: "equals" }),
  },
});
