/** The link at the foot of a mail: it names the mailbox and is signed for its address, so another address ends it. */
import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { firstOf } from "../../../kernel/rows";
import type { SecretBox } from "../../../kernel/secret-box";
import type { Call } from "../../../kernel/served";

const place = (corpCode: string) => `${corpCode} message_mailbox stop`;

interface Named {
  id: number;
  address: string;
}

export function stopToken(secrets: SecretBox, corpCode: string, { id, address }: Named): string {
  return `${id}.${secrets.mark(`${id} ${address}`, place(corpCode))}`;
}

/** Without a key there is no mark, and nothing is what it should be. */
export async function mailboxOfToken({ db, secrets, caller }: Call, token: string) {
  const [, id, mark] = /^(\d{1,15})\.([\w-]{20,40})$/.exec(token) ?? [];
  if (!id || !mark) return undefined;
  const found = await firstOf<Named & { accountId: number }>(
    db,
    sql`
      select id::float8 as id, account_id::float8 as "accountId", address from message_mailbox
      where corp_code = current_setting('app.corp_code') and id = ${Number(id)} and address is not null
    `,
  );
  if (!found) return undefined;
  const marks = secrets.marks(`${found.id} ${found.address}`, place(caller.corpCode));
  return marks.some((one) => isSame(one, mark)) ? found : undefined;
}

/** Takes the same time whatever they have in common. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
