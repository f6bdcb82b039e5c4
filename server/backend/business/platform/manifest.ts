import type { BackendManifest } from "../manifest";
import * as access from "./access-schema";
import { served } from "./index";
import * as lists from "./list-schema";
import * as logs from "./log-schema";
import * as menus from "./menu-schema";
import * as messages from "./message-schema";
import * as organisation from "./organisation-schema";
import * as parameters from "./parameter-schema";
import { purge } from "./purge";
import * as schema from "./schema";
import { managerRole } from "./seed/roles";
import { selfAuditServed } from "./self-audit";
import * as audits from "./self-audit-schema";
import * as workbench from "./workbench-schema";

export const platform: BackendManifest = {
  served: [...served, ...selfAuditServed],
  tables: [schema, access, lists, logs, menus, messages, organisation, parameters, workbench, audits],
  kinds: [purge],
  roles: [managerRole],
};
