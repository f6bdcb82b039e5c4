/** Deciding a request, taking it back, and its end by time. The thing is locked first, as all its writers do, then the request. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { administrator, holdsButton, holdsFunction } from "../kernel/access";
import { lackingRight } from "../kernel/lacking-right";
import { yuan } from "../kernel/money";
import { Forbidden, Invalid, NotFound, Refusal } from "../kernel/refusal";
import { firstOf } from "../kernel/rows";
import { enterAs } from "../kernel/scope";
import type { Call } from "../kernel/served";
import type { ApprovalKind, ApprovalRequest, Granted, Settled } from "./kind";
import { tellSettled, whatOf } from "./messages";
import { requestOf, settle } from "./requests";

export interface Decision {
  id: number;
  decision: "approve" | "reject";
  remark: string;
}

/** In the caller's transaction: what refuses has written nothing, and the request waits on. */
export async function decideRequest(
  call: Call,
  kind: ApprovalKind,
  { id, decision, remark }: Decision,
): Promise<Granted> {
  await refuseUnlessDeciding(call, kind);
  const { request, there } = await lockRequest(call, kind, id);
  refuseUnlessWaiting(call, kind, request);
  if (request.askedById === call.caller.userId) throw new Refusal(m.approvals_own());
  if (decision === "reject") {
    await giveUp(call, kind, request, { state: "rejected", remark });
    return {};
  }
  if (!there) throw new Refusal(m.approvals_gone({ label: request.label }));
  await refuseUnlessAskerMay(call, kind, request);
  await settle(call, request, "approved", remark);
  const granted = await kind.grant(call, request);
  note(call, kind, request, "approved", remark);
  await tellSettled(call, kind, request, "approved", remark);
  return granted;
}

export async function withdrawRequest(call: Call, kind: ApprovalKind, id: number): Promise<void> {
  const { request } = await lockRequest(call, kind, id);
  if (request.askedById !== call.caller.userId) throw new Refusal(m.approvals_not_yours({ name: request.askedBy }));
  refuseUnlessWaiting(call, kind, request);
  await giveUp(call, kind, request, { state: "withdrawn", remark: "" });
}

/** False where somebody has settled it meanwhile. */
export async function expireRequest(call: Call, kind: ApprovalKind, id: number): Promise<boolean> {
  const { request } = await lockRequest(call, kind, id);
  if (request.state !== "waiting" || !isOver(call, request)) return false;
  await giveUp(call, kind, request, { state: "expired", remark: "" });
  return true;
}

export function refuseRemarkLess({ decision, remark }: Decision): void {
  if (decision === "reject" && remark === "") throw new Invalid({ remark: [m.approvals_remark_required()] });
}

async function refuseUnlessDeciding(call: Call, { deciding }: ApprovalKind): Promise<void> {
  if ((await call.opens(deciding.fun)) && (await call.may(deciding.button))) return;
  const access = deciding as { fun: typeof deciding.fun };
  throw new Forbidden(await lackingRight(call.db, { userId: call.caller.userId, access }));
}

async function lockRequest(call: Call, kind: ApprovalKind, id: number) {
  const found = await requestOf(call, id);
  if (!found) throw new NotFound();
  const there = await kind.lock(call, found.thingId);
  const request = await requestOf(call, id, true);
  if (!request) throw new NotFound();
  return { request, there };
}

const isOver = ({ now }: Call, { expiresAt }: ApprovalRequest) => new Date(expiresAt) <= now;

function refuseUnlessWaiting(call: Call, kind: ApprovalKind, request: ApprovalRequest): void {
  const what = whatOf(kind, request.label);
  const { state, decidedBy: name } = request;
  if (state === "approved") throw new Refusal(m.approvals_already_approved({ what, name }));
  if (state === "rejected") throw new Refusal(m.approvals_already_rejected({ what, name }));
  if (state === "withdrawn") throw new Refusal(m.approvals_already_withdrawn({ what, name }));
  if (state === "expired" || isOver(call, request)) throw new Refusal(m.approvals_already_expired({ what }));
}

async function giveUp(call: Call, kind: ApprovalKind, request: ApprovalRequest, settled: Settled): Promise<void> {
  await settle(call, request, settled.state, settled.remark);
  await kind.giveUp?.(call, request, settled);
  note(call, kind, request, settled.state, settled.remark);
  await tellSettled(call, kind, request, settled.state, settled.remark);
}

function note(
  call: Call,
  { thing, label: command }: ApprovalKind,
  request: ApprovalRequest,
  state: string,
  remark: string,
) {
  const { thingId, label, askedBy, amount } = request;
  const after = { approval: state, command: command(), askedBy, amount, ...(remark && { remark }) };
  call.audit({ thing, thingId, label, before: { approval: "waiting" }, after });
}

/** Whoever asked must be able to do it by themselves today: the account is on, holds the right, and sees the thing. */
async function refuseUnlessAskerMay(call: Call, { asking }: ApprovalKind, request: ApprovalRequest): Promise<void> {
  const { db } = call;
  // Nobody asked: a rule of the house did, by background work. There is no account that could have lost a right.
  if (request.askedById === 0) return;
  const refusal = new Refusal(m.approvals_asker_may_not({ name: request.askedBy }));
  const asker = await firstOf<{ type: string }>(
    db,
    sql`select acc_type as type from account where id = ${request.askedById} and status = 'T'`,
  );
  if (!asker) throw refusal;
  if (asker.type === administrator || typeof asking !== "object") return;
  let opens = false;
  for (const fun of [asking.fun].flat()) opens ||= await holdsFunction(db, request.askedById, fun);
  if (!opens) throw refusal;
  if (asking.button && !(await holdsButton(db, request.askedById, asking.button))) throw refusal;
  if (!(await seenBy(call, request.askedById, request.id))) throw refusal;
}

/** Whether a request, and with it its thing, lies in an account's scope. Afterwards the transaction is the caller's again. */
async function seenBy({ db, caller }: Call, accountId: number, id: number): Promise<boolean> {
  const owner = () => db.execute(sql`select set_config('role', 'none', true)`);
  await owner();
  await enterAs(db, caller.corpCode, accountId);
  const seen = await firstOf<{ id: number }>(db, sql`select id from approval where id = ${id}`);
  await owner();
  await enterAs(db, caller.corpCode, caller.userId);
  return seen !== undefined;
}

/** Throws where the amount is another than was asked for: what was approved is what is done. */
export function refuseOtherAmount(request: ApprovalRequest, amount: number): void {
  if (amount === request.amount) return;
  throw new Refusal(m.approvals_amount_moved({ asked: yuan(request.amount), amount: yuan(amount) }));
}
