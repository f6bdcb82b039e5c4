/** The inbox: what an account may decide and what it asked for, over all kinds. */
import { m } from "~/contract/messages";
import { type ApprovalRow, approvalDecide, approvalList, approvalWithdraw } from "~/contract/platform/approval";
import { countBound } from "~/contract/resource";
import { stamp } from "../kernel/business-time";
import { prepared } from "../kernel/prepared";
import { NotFound } from "../kernel/refusal";
import { type Call, type Served, serve } from "../kernel/served";
import { decideRequest, refuseRemarkLess, withdrawRequest } from "./decide";
import type { ApprovalKind, ApprovalRequest } from "./kind";
import { whatOf } from "./messages";
import { requestColumns, requestOf } from "./requests";

export type Kinds = ReadonlyMap<string, ApprovalKind>;

/** How many requests wait for the caller to decide. */
export async function waitingForCaller({ db, caller, now }: Call): Promise<number> {
  const [found] = await prepared<{ n: number }>(db, `select ${waitingFor("$1", "$2")} as n`, [caller.userId, now]);
  return found?.n ?? 0;
}

export const kindsOf = (served: readonly Served[]): Kinds =>
  new Map(served.flatMap(({ approval }) => (approval ? [[approval.code, approval] as const] : [])));

/** For a statement of others: how many requests wait for an account to decide, counted to 100. Parameters by their names. */
export const waitingFor = (account: string, now: string): string => `approvals_waiting(${account}, ${now})`;

const decidable = `
  select k.code
  from unnest($2::text[], $3::text[], $4::text[]) as k (code, fun, button)
  where may_decide(k.fun, k.button, $1)
`;

/** Codes of the kinds that the caller holds the right to decide. */
async function kindsToDecide({ db, caller }: Call, kinds: Kinds): Promise<string[]> {
  const all = [...kinds.values()];
  const [codes, funs] = [all.map(({ code }) => code), all.map(({ deciding }) => deciding.fun)];
  const values = [caller.userId, codes, funs, all.map(({ deciding }) => deciding.button)];
  return (await prepared<{ code: string }>(db, decidable, values)).map(({ code }) => code);
}

/** $1 account, $2 kinds that it may decide. */
const places = {
  waiting: "p.state = 'waiting' and (p.asked_by_id = $1 or p.kind = any ($2::text[]))",
  settled: "p.state <> 'waiting' and (p.asked_by_id = $1 or p.kind = any ($2::text[]))",
};

export function approvalsServed(businesses: readonly Served[]): Served[] {
  const kinds = kindsOf(businesses);
  const kindOf = async (call: Call, id: number): Promise<ApprovalKind> => {
    const found = await requestOf(call, id);
    const kind = found && kinds.get(found.kind);
    if (!kind) throw new NotFound();
    return kind;
  };
  return [
    serve(approvalList, async (call, { state, pageNo, pageSize }) => {
      const { db, caller, now } = call;
      const where = places[state];
      const deciding = await kindsToDecide(call, kinds);
      const bounded = `select count(*)::int as n from (select from approval p where ${where} limit ${countBound + 1}) few`;
      const [found] = await prepared<{ n: number }>(db, bounded, [caller.userId, deciding]);
      const count = Math.min(found?.n ?? 0, countBound);
      const totalPage = Math.max(1, Math.ceil(count / pageSize));
      const shown = Math.min(pageNo, totalPage);
      const page = `
        select ${requestColumns}
        from approval p
        where ${where}
        order by p.id desc
        limit $3 offset $4
      `;
      const rows = await prepared<ApprovalRequest>(db, page, [
        caller.userId,
        deciding,
        pageSize,
        (shown - 1) * pageSize,
      ]);
      const records = rows.map((row) => viewOf(row, kinds.get(row.kind), { userId: caller.userId, deciding, now }));
      return {
        records,
        pageNo: shown,
        pageSize,
        totalPage,
        count,
        otherData: { capped: (found?.n ?? 0) > countBound, waiting: await waitingForCaller(call) },
      };
    }),
    serve(approvalDecide, async (call, { id, decision, remark = "" }) => {
      refuseRemarkLess({ id, decision, remark });
      const { notice } = await decideRequest(call, await kindOf(call, id), { id, decision, remark });
      const state = decision === "approve" ? ("approved" as const) : ("rejected" as const);
      return { id, state, ...(notice !== undefined && { notice }) };
    }),
    serve(approvalWithdraw, async (call, { id }) => {
      await withdrawRequest(call, await kindOf(call, id), id);
      return { id };
    }),
  ];
}

/** Whoever may ask may open the page of those who decide as well. */
function asksThere({ asking, deciding }: ApprovalKind): boolean {
  return typeof asking === "object" && [asking.fun].flat().includes(deciding.fun);
}

interface Reader {
  userId: number;
  /** Codes of the kinds that they may decide. */
  deciding: readonly string[];
  now: Date;
}

/** What is over by the clock is told so before the job has noted it. */
function viewOf(row: ApprovalRequest, kind: ApprovalKind | undefined, { userId, deciding, now }: Reader): ApprovalRow {
  const state = row.state === "waiting" && new Date(row.expiresAt) <= now ? "expired" : row.state;
  const own = Number(row.askedById) === userId;
  const may = deciding.includes(row.kind);
  return {
    id: row.id,
    what: kind ? whatOf(kind, row.label) : m.approvals_what_gone({ label: row.label }),
    amount: row.amount,
    reason: row.reason,
    state,
    askedBy: row.askedBy,
    askedAt: stamp(row.askedAt),
    expiresAt: stamp(row.expiresAt),
    decidedBy: row.decidedBy,
    decidedAt: stamp(row.decidedAt),
    remark: row.remark,
    link: kind && (may || asksThere(kind)) ? kind.link(row) : "",
    mayDecide: state === "waiting" && may && !own,
    own,
  };
}
