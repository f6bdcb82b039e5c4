/** Who is told of a request: those who may decide it, then the one who asked. */
import { m } from "~/contract/messages";
import { yuan } from "../kernel/money";
import { notify, settleMatter } from "../kernel/notify";
import type { Call } from "../kernel/served";
import type { Asked } from "./asked";
import type { ApprovalKind, ApprovalRequest } from "./kind";

export const inbox = "/message/approvals";
export const matterOf = ({ id }: { id: number }) => `approval:${id}`;

/** What is to be done with what, as people say it. */
export const whatOf = ({ label }: Pick<ApprovalKind, "label">, name: string, options?: Parameters<typeof label>[1]) =>
  m.approvals_what({ command: label({}, options), label: name }, options);

export async function tellAsked(
  { db, caller, now }: Call,
  kind: ApprovalKind,
  request: Asked & { id: number },
): Promise<void> {
  const { amount, label, about } = request;
  const facts = { amount: yuan(amount), name: caller.name };
  await notify(db, now, {
    to: kind.deciding,
    except: caller.userId,
    ...(about && { about }),
    kind: "approval",
    title: (options) => m.approvals_told({ what: whatOf(kind, label, options) }, options),
    body: (options) =>
      m.approvals_told_body({ ...facts, reason: request.reason || m.approvals_no_reason({}, options) }, options),
    link: inbox,
    matter: matterOf(request),
  });
}

const titles = {
  approved: m.approvals_told_approved,
  rejected: m.approvals_told_rejected,
  withdrawn: m.approvals_told_withdrawn,
  expired: m.approvals_told_expired,
};

export async function tellSettled(
  { db, caller, now }: Call,
  kind: ApprovalKind,
  request: ApprovalRequest,
  state: keyof typeof titles,
  remark: string,
): Promise<void> {
  await settleMatter(db, now, matterOf(request));
  if (state === "withdrawn") return;
  const facts = { amount: yuan(request.amount), name: caller.name, remark };
  const body =
    state === "expired" ? m.approvals_told_expired_body : remark ? m.approvals_told_why : m.approvals_told_by;
  await notify(db, now, {
    to: { accounts: [request.askedById] },
    kind: "approval",
    title: (options) => titles[state]({ what: whatOf(kind, request.label, options) }, options),
    body: (options) => body(facts, options),
    link: `${inbox}?state=settled`,
  });
}
