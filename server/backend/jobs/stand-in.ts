/** A call on somebody's behalf, later: with the rights that they hold by then. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Access } from "~/contract/method";
import type { Transaction } from "../db/database";
import { administrator, holdsButton, holdsFunction, isButtonOpen, isFunctionOn } from "../kernel/access";
import { lackingRight } from "../kernel/lacking-right";
import { noNumbers } from "../kernel/numbers";
import { Forbidden } from "../kernel/refusal";
import { scopeIn } from "../kernel/scope";
import type { Call } from "../kernel/served";
import type { JobRun } from "./kind";

const jobs = {};

/** Of who asked for the job, in a transaction of their corp; throws when they may no longer do what `access` guards. */
export async function standIn(
  run: JobRun,
  db: Transaction,
  access: Access,
  /** For somebody else than who asked for the job. */
  { accountId, accountName }: Pick<JobRun, "accountId" | "accountName"> = run,
): Promise<Call> {
  const { rows } = await db.execute<{ acc_name: string; acc_type: string }>(sql`
    select acc_name, acc_type from account
    where corp_code = current_setting('app.corp_code') and id = ${accountId} and status = 'T'
  `);
  const [account] = rows;
  const holdsAll = account?.acc_type === administrator;
  const call: Call = {
    db,
    caller: {
      userId: accountId,
      accName: account?.acc_name ?? "",
      name: accountName,
      corpCode: run.corpCode,
      sessionRowId: 0,
      park: null,
      scope: scopeIn(db),
      hold: null,
      rightsVersion: "",
    },
    locale: run.locale,
    now: run.now(),
    requestId: `job-${run.jobId}`,
    backend: jobs,
    secrets: run.secrets,
    may: (button) => (holdsAll ? isButtonOpen(db, button) : holdsButton(db, accountId, button)),
    opens: (fun) => (holdsAll ? isFunctionOn(db, fun) : holdsFunction(db, accountId, fun)),
    texts: { send: () => {}, needsMobile: false },
    numbers: noNumbers,
    audit: () => {},
  };
  if (!account) throw new Forbidden(m.ops_forbidden());
  if (!(await mayCall(call, access))) throw new Forbidden(await lackingRight(db, { userId: accountId, access }));
  return call;
}

/** Whether who calls may call what is guarded so. */
export async function mayCall(call: Call, access: Access): Promise<boolean> {
  if (access === "public" || access === "signedIn") return true;
  if (access === "user1") return false;
  if (access.button && !(await call.may(access.button))) return false;
  for (const fun of [access.fun].flat()) if (await call.opens(fun)) return true;
  return false;
}
