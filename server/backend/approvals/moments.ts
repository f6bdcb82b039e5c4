/** What became of the requests about a record, as its time line tells it. */
import { m } from "~/contract/messages";
import { yuan } from "../kernel/money";
import { prepared } from "../kernel/prepared";
import type { Moment, Moments } from "../kernel/time-line";
import type { ApprovalKind, ApprovalRequest } from "./kind";
import { requestColumns } from "./requests";

const latest = `
  select ${requestColumns}
  from approval p
  where p.thing = $1 and p.thing_id = $2
  order by p.id desc
  limit $3
`;

/** Of things whose commands wait for approval; their labels by the code of the kind. */
export function approvalMoments(thing: string, kinds: readonly Pick<ApprovalKind, "code" | "label">[]): Moments {
  return async ({ db }, id, most) => {
    const requests = await prepared<ApprovalRequest>(db, latest, [thing, id, most]);
    const labelOf = (code: string) => kinds.find((kind) => kind.code === code)?.label() ?? "";
    return requests.flatMap((request) => momentsOf(request, labelOf(request.kind)));
  };
}

function momentsOf(request: ApprovalRequest, command: string): Moment[] {
  const { askedBy, reason, decidedBy, decidedAt, remark, amount } = request;
  const asked: Moment = {
    at: new Date(request.askedAt),
    by: askedBy,
    title: m.approvals_line_asked({ by: askedBy, command, amount: yuan(amount) }),
    detail: reason,
  };
  if (!decidedAt || request.state === "waiting") return [asked];
  const facts = { by: decidedBy, command };
  const told = {
    approved: { title: m.approvals_line_approved(facts), tone: "good" },
    rejected: { title: m.approvals_line_rejected(facts), tone: "bad" },
    withdrawn: { title: m.approvals_line_withdrawn(facts), tone: "calm" },
    expired: { title: m.approvals_line_expired(facts), tone: "bad" },
  } as const;
  return [asked, { at: new Date(decidedAt), by: decidedBy, detail: remark, ...told[request.state] }];
}
