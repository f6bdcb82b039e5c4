/** Messages beyond the console, to the backend. */

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
  tables: [schema],
  kinds: [mailMessages],
};
