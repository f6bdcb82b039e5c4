/** Who is told of a refund: those who may decide it, then the one who asked. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { notify, settleMatter } from "../../kernel/notify";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

interface Told {
  id: number;
  refundNo: string;
  orderNo: string;
  amount: number;
}

const matterOf = ({ id }: Told) => `refund:${id}`;

export async function tellWaiting({ db, caller, now }: Call, refund: Told & { reason: string }): Promise<void> {
  const { refundNo, orderNo, reason } = refund;
  const about = await firstOf<{ parks: number[]; maker: number }>(
    db,
    sql`select parks, seller_id as maker from orders where order_no = ${orderNo}`,
  );
  const facts = { orderNo, amount: yuan(refund.amount), name: caller.name, reason };
  await notify(db, now, {
    to: { fun: "refundList", button: "refund:decide" },
    except: caller.userId,
    ...(about && { about }),
    kind: "approval",
    title: (language) => m.home_told_refund({ refundNo }, language),
    body: (language) => m.home_told_refund_body(facts, language),
    link: "/order/refundList?state=waiting",
    matter: matterOf(refund),
  });
}

export async function tellDecided(
  { db, caller, now }: Call,
  refund: Told & { requestedById: number },
  approved: boolean,
): Promise<void> {
  const { refundNo, orderNo } = refund;
  const title = approved ? m.home_told_approved : m.home_told_rejected;
  await settleMatter(db, now, matterOf(refund));
  await notify(db, now, {
    to: { accounts: [refund.requestedById] },
    kind: "approval",
    title: (language) => title({ refundNo }, language),
    body: (language) => m.home_told_decided_body({ orderNo, amount: yuan(refund.amount), name: caller.name }, language),
    link: `/order/refundList?refundNo=${encodeURIComponent(refundNo)}`,
  });
}
