/** Which of the three sign-in screens /login shows, and where the user centre is (specification 1, 2.1). */
import type { ConsoleContext } from "~/contract/context";
import { localPath } from "~/shell/local-path";

export interface LoginScreen {
  /** tenant: with the tenant's code (SaaS); userCentre: by the user centre; default: account and password. */
  kind: "tenant" | "userCentre" | "default";
  /** Where the user centre takes over, "" for none: it sends its token back to the address it is given. */
  userCentre: string;
}

export async function loginScreen(context: ConsoleContext, target: string): Promise<LoginScreen> {
  const [edition, mode, address] = await Promise.all([
    context.parameter("isSaasEdition"),
    context.parameter("thirdPartySystemMode"),
    context.parameter("userCenterUrl"),
  ]);
  const saas = edition === "T";
  const centred = mode === "2" || (saas && mode === "3");
  const userCentre = centred ? handOver(address, context.origin, target) : "";
  return { kind: saas ? "tenant" : mode === "2" ? "userCentre" : "default", userCentre };
}

/** The way back carries `tenantLogin`: the guard takes the token that the user centre adds (spec 4.2.2). */
function handOver(address: string, origin: string, target: string): string {
  if (!URL.canParse(address)) return "";
  const centre = new URL(address);
  if (centre.protocol !== "https:" && centre.protocol !== "http:") return "";
  const back = new URL(localPath(target, "/index"), origin);
  back.searchParams.set("tenantLogin", "1");
  centre.searchParams.set("redirectUrl", back.href);
  return centre.href;
}
