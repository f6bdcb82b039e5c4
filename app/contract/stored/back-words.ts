/** What a cancelled card gives back, in words that name only what there is. */
import { m } from "../messages";
import { formatYuan } from "../money";

interface Back {
  /** Fen, each. */
  principal: number;
  deposit: number;
  /** The gift that is forfeited. */
  gift: number;
}

/** "" where the card holds nothing. */
export function backWords({ principal, deposit, gift }: Back): string {
  return [
    principal > 0 && m.stored_cancel_principal({ amount: formatYuan(principal) }),
    deposit > 0 && m.stored_cancel_deposit({ amount: formatYuan(deposit) }),
    gift > 0 && m.stored_cancel_gift({ amount: formatYuan(gift) }),
  ]
    .filter(Boolean)
    .join(m.words_comma());
}
