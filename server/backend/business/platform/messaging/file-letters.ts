/** Files of planned exports go to the mailbox of whoever planned them: attached up to a size, else by their page. */
import { sql } from "drizzle-orm";
import { enqueue } from "../../../kernel/enqueue";
import type { FileLetters } from "../../../kernel/file-letters";
import { firstOf } from "../../../kernel/rows";
import { mailKind } from "./mail-kind";
import { isOffered } from "./mailbox";

/** Bytes of a file that is attached; mail servers refuse much more. */
export const mostAttached = 5 * 1024 * 1024;

export const accountLetters: FileLetters = {
  async address(tx, accountId) {
    if (!isOffered()) return "";
    const found = await firstOf<{ address: string }>(
      tx,
      sql`
        select address from message_mailbox
        where corp_code = current_setting('app.corp_code') and account_id = ${accountId} and address is not null
      `,
    );
    return found?.address ?? "";
  },
  async put(tx, { accountId, jobId, now }) {
    const at = now.toISOString();
    const made = await firstOf(
      tx,
      sql`
        insert into message_mail (account_id, purpose, job_id, address, state, asked_at, next_at)
        select account_id, 'export', ${jobId}, address, 'waiting', ${at}::timestamptz, ${at}::timestamptz
        from message_mailbox
        where corp_code = current_setting('app.corp_code') and account_id = ${accountId} and address is not null
        on conflict (corp_code, job_id) where job_id is not null do nothing
        returning id
      `,
    );
    if (made) await enqueue(tx, { kind: mailKind, unlessWaiting: true });
  },
};
