/** Background work of the businesses. */

import { purge } from "./business/platform/purge";
import { expireTickets } from "./business/ticket/expire";
import type { JobKind } from "./jobs/kind";

export const ownKinds: JobKind[] = [purge, expireTickets];
