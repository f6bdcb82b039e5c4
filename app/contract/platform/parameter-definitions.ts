/** What each system parameter may be set to, and by whom; their defaults stand in parameter.ts. */
import { timeZones } from "../business-time";
import { type Message, m } from "../messages";
import { otherParameters, publicParameters } from "./parameter";

export const parameterDefaults = { ...publicParameters, ...otherParameters };
export type ParameterCode = keyof typeof parameterDefaults;
export const parameterCodes = Object.keys(parameterDefaults) as ParameterCode[];

export type ParameterInput =
  | { kind: "flag" }
  | { kind: "choice"; options: readonly (readonly [value: string, label: Message])[] }
  | { kind: "number"; min: number; max: number }
  /** Fen, typed in yuan. */
  | { kind: "money"; max: number }
  | { kind: "phone" }
  /** An address of the web; `local`: or one on this console; `origin`: no more than scheme, host and port. */
  | { kind: "url"; local?: true; origin?: true };

export interface ParameterDefinition {
  label: Message;
  help?: Message;
  input: ParameterInput;
  /** `platform`: head office sets it for all tenants at once; `corp`: each for itself. */
  scope: "platform" | "corp";
}

const flag: ParameterInput = { kind: "flag" };
const url: ParameterInput = { kind: "url" };

export const parameterDefinitions: Record<ParameterCode, ParameterDefinition> = {
  isSaasEdition: { label: m.system_p_saas, help: m.system_p_saas_help, input: flag, scope: "platform" },
  thirdPartySystemMode: {
    label: m.system_p_mode,
    input: {
      kind: "choice",
      options: [
        ["1", m.system_p_mode_1],
        ["2", m.system_p_mode_2],
        ["3", m.system_p_mode_3],
        ["4", m.system_p_mode_4],
      ],
    },
    scope: "platform",
  },
  adminSendCheckCodeFlag: {
    label: m.system_p_check_code,
    help: m.system_p_check_code_help,
    input: flag,
    scope: "corp",
  },
  forceWeakpasswordToStrong: { label: m.system_p_strong, help: m.system_p_strong_help, input: flag, scope: "corp" },
  sessionIdleMinutes: {
    label: m.system_p_idle,
    help: m.system_p_idle_help,
    input: { kind: "number", min: 5, max: 1440 },
    scope: "corp",
  },
  signInWorkBits: {
    label: m.system_p_work,
    help: m.system_p_work_help,
    input: { kind: "number", min: 0, max: 22 },
    scope: "platform",
  },
  refundApprovalLimit: {
    label: m.system_p_refund_limit,
    help: m.system_p_refund_limit_help,
    input: { kind: "money", max: 1_000_000_000 },
    scope: "corp",
  },
  approvalHours: {
    label: m.system_p_approval_hours,
    help: m.system_p_approval_hours_help,
    input: { kind: "number", min: 1, max: 2160 },
    scope: "corp",
  },
  timeZone: {
    label: m.system_p_time_zone,
    help: m.system_p_time_zone_help,
    input: { kind: "choice", options: timeZones.map((zone) => [zone, () => zone] as const) },
    scope: "corp",
  },
  permissionAdvancedMode: { label: m.system_p_advanced, help: m.system_p_advanced_help, input: flag, scope: "corp" },
  isOpenNewPage: { label: m.system_p_new_page, help: m.system_p_new_page_help, input: flag, scope: "corp" },
  browseMode: {
    label: m.system_p_browse,
    input: {
      kind: "choice",
      options: [
        ["1", m.system_p_browse_1],
        ["2", m.system_p_browse_2],
      ],
    },
    scope: "corp",
  },
  supportPhone: { label: m.system_p_phone, help: m.system_p_phone_help, input: { kind: "phone" }, scope: "corp" },
  onlineConsultUrl: {
    label: m.system_p_consult,
    help: m.system_p_consult_help,
    input: { kind: "url", local: true },
    scope: "corp",
  },
  workbenchFlag: { label: m.system_p_workbench, help: m.system_p_workbench_help, input: flag, scope: "corp" },
  showWordStationLink: { label: m.system_p_station, input: flag, scope: "corp" },
  openAppDirectly: { label: m.system_p_directly, help: m.system_p_directly_help, input: flag, scope: "corp" },
  userCenterUrl: { label: m.system_p_user_centre, help: m.system_p_user_centre_help, input: url, scope: "platform" },
  userCenterTestUrl: { label: m.system_p_user_centre_test, input: url, scope: "platform" },
  productionOrigin: {
    label: m.system_p_production,
    help: m.system_p_production_help,
    input: { kind: "url", origin: true },
    scope: "platform",
  },
  fileUploadHttpUrl: {
    label: m.system_p_files,
    help: m.system_p_files_help,
    input: { kind: "url", local: true },
    scope: "platform",
  },
  reportAuthenticationMethod: {
    label: m.system_p_report,
    input: {
      kind: "choice",
      options: [
        ["F", m.system_p_report_f],
        ["T", m.system_p_report_t],
        ["U", m.system_p_report_u],
      ],
    },
    scope: "corp",
  },
  isReplaceReportUrl: { label: m.system_p_replace, help: m.system_p_replace_help, input: flag, scope: "corp" },
  qynkLoginUrl: { label: m.system_p_farm, help: m.system_p_farm_help, input: url, scope: "corp" },
};

/** In the order of the screen; groups are items of the dictionary {@link parameterGroupDictionary}. */
export const parameterGroups = {
  edition: ["isSaasEdition", "thirdPartySystemMode"],
  safety: [
    "adminSendCheckCodeFlag",
    "forceWeakpasswordToStrong",
    "sessionIdleMinutes",
    "permissionAdvancedMode",
    "signInWorkBits",
  ],
  business: ["refundApprovalLimit", "approvalHours", "timeZone"],
  shell: [
    "isOpenNewPage",
    "browseMode",
    "supportPhone",
    "onlineConsultUrl",
    "workbenchFlag",
    "showWordStationLink",
    "openAppDirectly",
  ],
  other: [
    "userCenterUrl",
    "userCenterTestUrl",
    "productionOrigin",
    "fileUploadHttpUrl",
    "reportAuthenticationMethod",
    "isReplaceReportUrl",
    "qynkLoginUrl",
  ],
} satisfies Record<string, readonly ParameterCode[]>;
export const parameterGroupDictionary = "parameterGroup";

/** Null for what is no parameter (any more). */
export function definitionOf(code: unknown): ParameterDefinition | null {
  return typeof code === "string" && Object.hasOwn(parameterDefinitions, code)
    ? parameterDefinitions[code as ParameterCode]
    : null;
}

/** Why a parameter cannot have this value; null where it can. Addresses and numbers of telephones may be left out. */
export function parameterProblem({ input }: ParameterDefinition, value: string): string | null {
  switch (input.kind) {
    case "flag":
      return value === "T" || value === "F" ? null : m.v_option();
    case "choice":
      return input.options.some(([option]) => option === value) ? null : m.v_option();
    case "number":
      return boundProblem(value, input.min, input.max);
    case "money":
      return boundProblem(value, 0, input.max);
    case "phone":
      return value === "" || /^[\d+][\d ()-]{2,29}$/.test(value) ? null : m.v_telephone();
    case "url":
      return value === "" || isAddress(value, input) ? null : m.system_address_wrong();
  }
}

function boundProblem(value: string, min: number, max: number): string | null {
  if (!/^(0|[1-9]\d{0,11})$/.test(value)) return m.v_integer();
  if (Number(value) < min) return m.v_at_least({ n: min });
  return Number(value) > max ? m.v_at_most({ n: max }) : null;
}

function isAddress(value: string, { local, origin }: { local?: true; origin?: true }): boolean {
  if (local && /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value)) return true;
  if (!/^https?:\/\/[^\s<>"'\\\p{Cc}]+$/iu.test(value) || !URL.canParse(value)) return false;
  return !origin || new URL(value).origin === value;
}
