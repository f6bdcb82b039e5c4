/** System parameters of reports. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

const flag = { kind: "flag" } as const;

export const reportParameters = parameters({
  reportAuthenticationMethod: {
    group: "other",
    place: 50,
    default: "F",
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
  isReplaceReportUrl: {
    group: "other",
    place: 60,
    default: "F",
    label: m.system_p_replace,
    help: m.system_p_replace_help,
    input: flag,
    scope: "corp",
  },
});

declare module "../parameter-declaration" {
  interface BusinessParameters {
    report: typeof reportParameters;
  }
}
