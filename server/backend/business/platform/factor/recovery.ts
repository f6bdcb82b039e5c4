/** Recovery codes: made ten at a time, kept as keyed hashes, good once each. */
import { randomInt } from "node:crypto";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { factorRules } from "~/contract/platform/factor-rules";
import type { Call } from "../../../kernel/served";
import type { Owner } from "./owner";
import { recoveryCode } from "./schema";

/** Without letters that people read as others. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const shape = /^[a-z2-9]{12}$/;

const of = ({ corpCode, id }: Owner) => and(eq(recoveryCode.corpCode, corpCode), eq(recoveryCode.accountId, id));
const place = ({ corpCode, id }: Owner) => `${corpCode}/${id} recovery`;
/** As people type it: capitals, spaces, dashes. */
const bare = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, "");

/** In the place of all that there were. Answered once, for whoever they are. Runs as the owner. */
export async function makeRecoveryCodes(
  { db, secrets }: Pick<Call, "db" | "secrets">,
  owner: Owner,
): Promise<string[]> {
  const bares = Array.from({ length: factorRules.recoveryCodes }, () =>
    Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join(""),
  );
  await db.delete(recoveryCode).where(of(owner));
  const rows = bares.map((code) => ({
    corpCode: owner.corpCode,
    accountId: owner.id,
    mark: secrets.mark(code, place(owner)),
  }));
  await db.insert(recoveryCode).values(rows);
  return bares.map((code) => code.replace(/^(.{4})(.{4})/, "$1-$2-"));
}

/** Whether it is one of these that was not used; it is used from then on. Of two at once, one. Runs as the owner. */
export async function takeRecoveryCode(
  { db, now, secrets }: Pick<Call, "db" | "now" | "secrets">,
  owner: Owner,
  typed: string,
): Promise<boolean> {
  const code = bare(typed);
  if (!shape.test(code)) return false;
  const marks = secrets.marks(code, place(owner));
  const taken = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(of(owner), inArray(recoveryCode.mark, marks), isNull(recoveryCode.usedAt)))
    .returning({ mark: recoveryCode.mark });
  return taken.length > 0;
}

export async function recoveryLeft({ db }: Pick<Call, "db">, owner: Owner): Promise<number> {
  return db.$count(recoveryCode, and(of(owner), isNull(recoveryCode.usedAt)));
}
