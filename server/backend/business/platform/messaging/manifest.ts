/** Messages beyond the console, to the backend. */

import { sql } from "drizzle-orm";
import { mailsFiles } from "../../../kernel/file-letters";
import type { BackendManifest } from "../../manifest";
import { accountLetters } from "./file-letters";
import { mailMessages } from "./mail-job";
import { mailboxServed } from "./mailbox";
import * as schema from "./schema";

mailsFiles(accountLetters);

export const messaging: BackendManifest = {
  served: mailboxServed,
  data: { corp: ["message_mailbox"], traces: ["message_mail", "message_mail_item"] },
  purges: [
    {
      ...{ table: "message_mail", what: "Letters with messages and files, that went or were given up", kept: 90 },
      ...{ by: "asked_at", where: sql`state in ('sent', 'failed', 'dropped')` },
    },
  ],
  tables: [schema],
  kinds: [mailMessages],
};
