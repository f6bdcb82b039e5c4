/** The requests behind refunds that asked for a second person. What still waits has its three days from today on. */
import type { Row } from "../../../seed/bulk";

const states: Record<string, string> = { waiting: "waiting", done: "approved", rejected: "rejected" };

export function approvalRows(refunds: readonly Row[], now: Date): Row[] {
  const waited = refunds.filter((refund) => refund.needs_approval === true);
  const of = (refund: Row, name: string) => refund[name] ?? null;
  return waited.map((refund) => ({
    kind: "refund.giveBack",
    thing: "refund",
    thing_id: of(refund, "id"),
    label: of(refund, "refund_no"),
    amount: of(refund, "amount"),
    reason: of(refund, "reason"),
    fun_code: "refundList",
    button_code: "refund:decide",
    state: states[String(refund.state)] ?? "waiting",
    asked_by_id: of(refund, "requested_by_id"),
    asked_by: of(refund, "requested_by"),
    asked_at: of(refund, "requested_at"),
    expires_at: new Date(now.getTime() + 72 * 3_600_000).toISOString(),
    decided_by_id: of(refund, "decided_by_id"),
    decided_by: of(refund, "decided_by"),
    decided_at: of(refund, "decided_at"),
    remark: of(refund, "decision_remark"),
  }));
}
