/** Who is told of what a chain was told to tell: who decides on refunds, and sees one of the parks. */
import type { Told } from "../../../kernel/notify";
import type { Call } from "../../../kernel/served";

export const decidersOf = (
  { caller }: Call,
  parks: readonly number[],
): Pick<Told, "to" | "kind" | "except" | "about"> => ({
  to: { fun: "refundList", button: "refund:decide" },
  kind: "notice",
  except: caller.userId,
  about: { parks: [...parks], maker: null },
});
