import type { BackendManifest } from "../manifest";
import { served } from "./index";
import { purge } from "./purge";
import { managerRole } from "./seed/roles";
import { selfAuditServed } from "./self-audit";

export const platform: BackendManifest = {
  served: [...served, ...selfAuditServed],
  kinds: [purge],
  roles: [managerRole],
};
