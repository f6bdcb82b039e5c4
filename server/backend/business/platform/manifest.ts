import type { BackendManifest } from "../manifest";
import * as access from "./access-schema";
import * as accounts from "./account-schema";
import { copyAudit } from "./audit-copy";
import { sealAudit, sealInvariants } from "./audit-seal";
import { suspendBound } from "./bound-accounts";
import * as corps from "./corp-schema";
import * as dictionaries from "./dictionary-schema";
import * as factors from "./factor/schema";
import { findsPeople } from "./find-people";
import { served } from "./index";
import * as lists from "./list-schema";
import * as logs from "./log-schema";
import * as menus from "./menu-schema";
import * as messages from "./message-schema";
import * as nodes from "./node-schema";
import * as organisation from "./organisation-schema";
import * as parameters from "./parameter-schema";
import { platformPersonal } from "./personal";
import { platformPortables } from "./portables";
import { managerRole } from "./seed/roles";
import { selfAuditServed } from "./self-audit";
import * as audits from "./self-audit-schema";
import * as sessions from "./session-schema";
import * as workbench from "./workbench-schema";

export const platform: BackendManifest = {
  portables: platformPortables,
  served: [...served, ...selfAuditServed],
  personal: platformPersonal,
  data: {
    settings: ["account_park"],
    corp: [
      "account",
      "account_role",
      "account_totp",
      "access_app",
      "auth_code",
      "check_code",
      "corp",
      "corp_application",
      "department",
      "dict_item",
      "dict_type",
      "employee",
      "factor_step",
      "favourite",
      "list_columns",
      "list_filter",
      "page_tab",
      "passkey",
      "personal_app",
      "personal_application",
      "quick_link",
      "recent_function",
      "recovery_code",
      "role",
      "role_grant",
      "seeded_grant",
      "session",
      "sign_in_device",
      "sign_in_proof",
      "sys_param",
    ],
    traces: [
      "audit_copy_log",
      "audit_log",
      "audit_seal_log",
      "message",
      "personal_erasure_log",
      "self_audit_finding",
      "self_audit_rule",
      "sign_in_log",
    ],
  },
  purges: [
    // A session that has ended says nothing any more.
    { table: "session", what: "Sessions that nobody used any more", kept: 30, by: "last_seen" },
    {
      ...{ table: "sign_in_log", what: "Sign-in log", by: "at" },
      // Six months by law, whatever head office has set.
      kept: { parameter: "retentionTraceYears", in: "years", least: 184 },
    },
    { table: "sign_in_device", what: "Devices that nobody signed in from any more", kept: 400, by: "last_seen" },
    { table: "message", what: "Messages to accounts, read or not", kept: 400, by: "at" },
    { table: "self_audit_finding", what: "Findings of the nightly self-audit", kept: 400, by: "at" },
  ],
  unsettles: [suspendBound],
  tables: [
    accounts,
    access,
    corps,
    dictionaries,
    sessions,
    factors,
    lists,
    logs,
    menus,
    messages,
    organisation,
    parameters,
    workbench,
    audits,
    nodes,
  ],
  finds: findsPeople,
  kinds: [sealAudit, copyAudit],
  invariants: sealInvariants,
  roles: [managerRole],
};
