/** Deposits of cards: taken at the sale, paid back the way they came when a card ends. */
import { dictionary, reference } from "../field-kinds";
import { ledger } from "../ledger";
import { m } from "../messages";

const page = "/seasonCard/seasonCardList/{cardId}";

export const cardLedger = ledger("seasonCard", "cardLedger", {
  title: m.card_deposit_ledger,
  path: "/seasonCard/depositLedger",
  fun: "cardDeposits",
  unit: "fen",
  figures: { held: m.card_deposit_held },
  kindsName: ["年卡押金变动", "Movement of a card's deposit"],
  kinds: {
    take: { label: m.card_move_take, moves: { held: 1 }, cash: true, page },
    payBack: { label: m.card_move_pay_back, moves: { held: -1 }, cash: true, page },
    /** To the card that replaces this one. */
    moveOut: { label: m.card_move_out, moves: { held: -1 }, page },
    moveIn: { label: m.card_move_in, moves: { held: 1 }, page },
  },
  accounts: {
    cardId: reference("seasonCard", { label: m.card, list: true, filter: "equals", remote: true }),
    paymentType: dictionary("paymentType", { label: m.card_paid_by, list: true, filter: "equals" }),
  },
});
