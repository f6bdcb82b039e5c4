/** The top bar's links that depend on edition and origin (specification 1, 6). */
import type { ConsoleContext } from "~/contract/context";
import type { UserInfo } from "~/contract/platform/session";
import { headOffice } from "~/contract/wire";

export interface Edition {
  isSaas: boolean;
  /** In the SaaS edition, to head office alone. */
  dataCentre: boolean;
  /** "" for none. */
  userCentre: string;
  /** The drawer's button: in the SaaS top bar, where the flag equals T. */
  workbench: boolean;
}

export interface EditionParameters {
  isSaasEdition: string;
  userCenterUrl: string;
  userCenterTestUrl: string;
  productionOrigin: string;
  workbenchFlag: string;
}

export function editionOf(parameters: EditionParameters, corpCode: string, pageHost: string): Edition {
  const isSaas = parameters.isSaasEdition === "T";
  return {
    isSaas,
    dataCentre: isSaas && corpCode === headOffice,
    userCentre: userCentreAddress(parameters, pageHost),
    workbench: isSaas && parameters.workbenchFlag === "T",
  };
}

/** On the production host (or where none is named) the user centre; anywhere else its test host. */
function userCentreAddress(
  { userCenterUrl, userCenterTestUrl, productionOrigin }: EditionParameters,
  pageHost: string,
) {
  const isProduction = productionOrigin === "" || hostOf(productionOrigin) === pageHost;
  const address = isProduction ? userCenterUrl : userCenterTestUrl;
  return /^https?:\/\//.test(address) ? address : "";
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

export async function loadEdition(
  context: ConsoleContext,
  { corpCode }: UserInfo,
  request: Request,
  state: Omit<EditionParameters, "isSaasEdition" | "userCenterUrl">,
): Promise<Edition> {
  const [isSaasEdition, userCenterUrl] = await Promise.all([
    context.parameter("isSaasEdition"),
    context.parameter("userCenterUrl"),
  ]);
  return editionOf({ ...state, isSaasEdition, userCenterUrl }, corpCode, new URL(request.url).host);
}
