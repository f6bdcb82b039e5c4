/** The inbox: what an account may decide and what it asked for, over all kinds. */
import { m } from "~/contract/messages";
import { type ApprovalRow, approvalDecide, approvalList, approvalWithdraw } from "~/contract/platform/approval";
import { countBound } from "~/contract/resource";
import { administrator } from "../kernel/access";
import { stamp } from "../kernel/business-time";
import { prepared } from "../kernel/prepared";
import { NotFound } from "../kernel/refusal";
import { type Call, type Served, serve } from "../kernel/served";
import { decideRequest, refuseRemarkLess, withdrawRequest } from "./decide";
import type { ApprovalKind, ApprovalRequest } from "./kind";
import { requestColumns, requestOf } from "./requests";
import { whatOf } from "./told";

export type Kinds = ReadonlyMap<string, ApprovalKind>;

const waitingCount = (): string => `select ${waitingFor("$1", "$2")} as n`;

/** How many requests wait for the caller to decide. */
export async function waitingForCaller({ db, caller, now }: Call): Promise<number> {
  const [found] = await prepared<{ n: number }>(db, waitingCount(), [caller.userId, now]);
  return found?.n ?? 0;
}

export const kindsOf = (served: readonly Served[]): Kinds =>
  new Map(served.flatMap(({ approval }) => (approval ? [[approval.code, approval] as const] : [])));

const held = (account: string, button: string) => `exists (
  select from account_role ar
  join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
  where ar.account_id = ${account} and g.fun_code = p.fun_code and g.button_code = ${button}
)`;

/** Of `approval p`: whether an account (a parameter's name) holds the right to decide it. */
const mayDecide = (account: string): string => `(
  exists (select from account a where a.id = ${account} and a.acc_type = '${administrator}')
  or ${held(account, "''")} and ${held(account, "p.button_code")}
)`;

/** For a statement of others: how many requests wait for an account to decide, counted to 100. Parameters by their names. */
export const waitingFor = (account: string, now: string): string => `(
  select count(*)::int
  from (
    select from approval p
    where p.state = 'waiting' and p.expires_at > ${now} and p.asked_by_id <> ${account} and ${mayDecide(account)}
    limit 100
  ) few
)`;

/** $1 account. */
const places = {
  waiting: `p.state = 'waiting' and (p.asked_by_id = $1 or ${mayDecide("$1")})`,
  settled: `p.state <> 'waiting' and (p.asked_by_id = $1 or ${mayDecide("$1")})`,
};

type Row = ApprovalRequest & { deciding: boolean };

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
      const bounded = `select count(*)::int as n from (select from approval p where ${where} limit ${countBound + 1}) few`;
      const [found] = await prepared<{ n: number }>(db, bounded, [caller.userId]);
      const count = Math.min(found?.n ?? 0, countBound);
      const totalPage = Math.max(1, Math.ceil(count / pageSize));
      const shown = Math.min(pageNo, totalPage);
      const page = `
        select ${requestColumns}, ${mayDecide("$1")} as deciding
        from approval p
        where ${where}
        order by p.id desc
        limit $2 offset $3
      `;
      const rows = await prepared<Row>(db, page, [caller.userId, pageSize, (shown - 1) * pageSize]);
      const records = rows.map((row) => viewOf(row, kinds, caller.userId, now));
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

/** What is over by the clock is told so before the job has noted it. */
function viewOf(row: Row, kinds: Kinds, userId: number, now: Date): ApprovalRow {
  const kind = kinds.get(row.kind);
  const state = row.state === "waiting" && new Date(row.expiresAt) <= now ? "expired" : row.state;
  const own = Number(row.askedById) === userId;
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
    link: kind && (row.deciding || asksThere(kind)) ? kind.link(row) : "",
    mayDecide: state === "waiting" && row.deciding && !own,
    own,
  };
}
