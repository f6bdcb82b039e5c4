/** System parameters of the platform: edition, safety, shell, other systems. */
import { timeZones, usualZone } from "../business-time";
import { m } from "../messages";
import { parameters } from "../parameter-declaration";
import { personalParameters } from "./personal-parameters";

const flag = { kind: "flag" } as const;
const url = { kind: "url" } as const;

export const platformParameters = parameters({
  ...personalParameters,
  isSaasEdition: {
    group: "edition",
    place: 10,
    default: "F",
    beforeSignIn: true,
    label: m.system_p_saas,
    help: m.system_p_saas_help,
    input: flag,
    scope: "platform",
  },
  thirdPartySystemMode: {
    group: "edition",
    place: 20,
    default: "1",
    beforeSignIn: true,
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
    group: "safety",
    place: 10,
    default: "F",
    beforeSignIn: true,
    label: m.system_p_check_code,
    help: m.system_p_check_code_help,
    input: flag,
    scope: "corp",
  },
  forceWeakpasswordToStrong: {
    group: "safety",
    place: 20,
    default: "F",
    label: m.system_p_strong,
    help: m.system_p_strong_help,
    input: flag,
    scope: "corp",
  },
  secondFactorRequired: {
    group: "safety",
    place: 22,
    default: "F",
    label: m.factor_p_required,
    help: m.factor_p_required_help,
    input: flag,
    scope: "corp",
  },
  /** Three administrators that exclude each other: see `duties.ts`. It stays on until whoever owns the data takes it back. */
  dividedAdministration: {
    group: "safety",
    place: 23,
    default: "F",
    label: m.duty_p_divided,
    help: m.duty_p_divided_help,
    input: flag,
    scope: "corp",
  },
  /** Days for which a device that was remembered is not asked for the second factor; 0: it is asked for every time. */
  rememberedDeviceDays: {
    group: "safety",
    place: 24,
    default: "0",
    label: m.factor_p_remember,
    help: m.factor_p_remember_help,
    input: { kind: "number", min: 0, max: 90 },
    scope: "corp",
  },
  /** Minutes without a request after which a session ends; holds for sessions that begin after it is set. */
  sessionIdleMinutes: {
    group: "safety",
    place: 30,
    default: "120",
    label: m.system_p_idle,
    help: m.system_p_idle_help,
    input: { kind: "number", min: 5, max: 1440 },
    scope: "corp",
  },
  /** T: what one may not press is left out of the page; F: it is there, hidden and dead (spec 6). */
  permissionAdvancedMode: {
    group: "safety",
    place: 40,
    default: "F",
    label: m.system_p_advanced,
    help: m.system_p_advanced_help,
    input: flag,
    scope: "corp",
  },
  /** Leading zero bits of the work that a browser does for a sign-in: 17 take some half a second; 0: none is asked for. */
  signInWorkBits: {
    group: "safety",
    place: 50,
    default: "17",
    label: m.system_p_work,
    help: m.system_p_work_help,
    input: { kind: "number", min: 0, max: 22 },
    scope: "platform",
  },
  /** Hours after which a request that nobody has decided times out. */
  approvalHours: {
    group: "business",
    place: 20,
    default: "72",
    label: m.system_p_approval_hours,
    help: m.system_p_approval_hours_help,
    input: { kind: "number", min: 1, max: 2160 },
    scope: "corp",
  },
  /** Where the parks are: business days, opening hours and every moment that people read go by it. */
  timeZone: {
    group: "business",
    place: 30,
    default: usualZone,
    label: m.system_p_time_zone,
    help: m.system_p_time_zone_help,
    input: { kind: "choice", options: timeZones.map((zone) => [zone, () => zone] as const) },
    scope: "corp",
  },
  isOpenNewPage: {
    group: "shell",
    place: 10,
    default: "F",
    label: m.system_p_new_page,
    help: m.system_p_new_page_help,
    input: flag,
    scope: "corp",
  },
  browseMode: {
    group: "shell",
    place: 20,
    default: "1",
    beforeSignIn: true,
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
  supportPhone: {
    group: "shell",
    place: 30,
    default: "",
    label: m.system_p_phone,
    help: m.system_p_phone_help,
    input: { kind: "phone" },
    scope: "corp",
  },
  /** Where the top bar's online consultation leads; empty: no link. */
  onlineConsultUrl: {
    group: "shell",
    place: 40,
    default: "",
    label: m.system_p_consult,
    help: m.system_p_consult_help,
    input: { kind: "url", local: true },
    scope: "corp",
  },
  /** T: the SaaS top bar has the workbench drawer. */
  workbenchFlag: {
    group: "shell",
    place: 50,
    default: "T",
    label: m.system_p_workbench,
    help: m.system_p_workbench_help,
    input: flag,
    scope: "corp",
  },
  showWordStationLink: {
    group: "shell",
    place: 60,
    default: "F",
    label: m.system_p_station,
    input: flag,
    scope: "corp",
  },
  /** T: applications but those of type 1 open at their own address, without a code. */
  openAppDirectly: {
    group: "shell",
    place: 70,
    default: "F",
    label: m.system_p_directly,
    help: m.system_p_directly_help,
    input: flag,
    scope: "corp",
  },
  userCenterUrl: {
    group: "other",
    place: 10,
    default: "",
    beforeSignIn: true,
    label: m.system_p_user_centre,
    help: m.system_p_user_centre_help,
    input: url,
    scope: "platform",
  },
  /** The user centre away from the production origin; userCenterUrl is the one at it. */
  userCenterTestUrl: {
    group: "other",
    place: 20,
    default: "",
    label: m.system_p_user_centre_test,
    input: url,
    scope: "platform",
  },
  /** Where production pages are, e.g. https://console.example.com; empty: everywhere. */
  productionOrigin: {
    group: "other",
    place: 30,
    default: "",
    label: m.system_p_production,
    help: m.system_p_production_help,
    input: { kind: "url", origin: true },
    scope: "platform",
  },
  fileUploadHttpUrl: {
    group: "other",
    place: 40,
    default: "",
    beforeSignIn: true,
    label: m.system_p_files,
    help: m.system_p_files_help,
    input: { kind: "url", local: true },
    scope: "platform",
  },
  /** Where the farm-tourism system lets staff in (qynkLogin); empty: not connected. */
  qynkLoginUrl: {
    group: "other",
    place: 70,
    default: "",
    label: m.system_p_farm,
    help: m.system_p_farm_help,
    input: url,
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    platform: typeof platformParameters;
  }
}
