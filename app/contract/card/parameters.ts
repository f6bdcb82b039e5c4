/** System parameters of cards. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const cardParameters = parameters({
  /** Days that a card may be reported lost before staff is told; 0: never. */
  cardLostDays: {
    group: "business",
    place: 92,
    default: "90",
    label: m.card_p_lost,
    help: m.card_p_lost_help,
    input: { kind: "number", min: 0, max: 3650 },
    scope: "corp",
  },
  /** Whether holders who gave an address are mailed 30 and 7 days before the end of their card. */
  cardMailHolders: {
    group: "business",
    place: 93,
    default: "T",
    label: m.card_p_mail,
    help: m.card_p_mail_help,
    input: { kind: "flag" },
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    card: typeof cardParameters;
  }
}
