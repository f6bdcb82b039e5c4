/** A call that nobody makes: a company has told something, or a schedule has asked. It stands for the seller of the order. */
import type { Transaction } from "../../../../db/database";
import { writeAudits } from "../../../../kernel/audit";
import { noNumbers } from "../../../../kernel/numbers";
import type { SecretBox } from "../../../../kernel/secret-box";
import type { AuditEntry, Call } from "../../../../kernel/served";

interface Standing {
  db: Transaction;
  corpCode: string;
  secrets: SecretBox;
  now: Date;
  seller: { id: number; name: string };
}

/** Does it and leaves its traces, in a transaction of the tenant. */
export async function quietly<T>(
  { db, corpCode, secrets, now, seller }: Standing,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const entries: AuditEntry[] = [];
  const requestId = "payment-company";
  const call: Call = {
    db,
    caller: {
      ...{ userId: seller.id, accName: "", name: seller.name, corpCode, sessionRowId: 0, park: null },
      ...{ scope: null, hold: null, rightsVersion: "" },
    },
    ...{ locale: "zh-CN", now, requestId, backend: quiet, secrets, numbers: noNumbers },
    may: async () => true,
    opens: async () => true,
    texts: { send: () => {}, needsMobile: false },
    audit: (entry) => void entries.push(entry),
  };
  const done = await work(call);
  await writeAudits(db, call, { name: "paymentHeard" }, entries);
  return done;
}

const quiet = {};
