/** Messages beyond the console: by mail. */
import type { ContractManifest } from "../manifest";
import { m } from "../messages";
import * as mailbox from "./mailbox";

export const messaging: ContractManifest = {
  methods: [mailbox],
  things: { messageMailbox: { title: m.messaging_mailbox } },
};
