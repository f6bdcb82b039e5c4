/** Keeping the applications and quick links of the workbench drawer. */
import { m } from "~/contract/messages";
import { isWebAddress } from "~/contract/platform/application-window";
import { corpApplication as applicationContract, quickLinkEntry } from "~/contract/platform/workbench-resources";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Served } from "../../kernel/served";
import { corpApplication, quickLink } from "./workbench-schema";

const text = (value: unknown) => String(value ?? "");
const isLocal = (address: string) => /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(address);

export const workbenchResources: Served[] = [
  ...serveResource(applicationContract, {
    table: corpApplication,
    filesShownToAll: true,
    check: (_call, { appAuthUrl, redirectUrl }) => {
      if (!isWebAddress(text(appAuthUrl))) throw new Invalid({ appAuthUrl: [m.workbench_url_wrong()] });
      if (text(redirectUrl) !== "" && !isWebAddress(text(redirectUrl)))
        throw new Invalid({ redirectUrl: [m.workbench_url_wrong()] });
    },
  }),
  ...serveResource(quickLinkEntry, {
    table: quickLink,
    filesShownToAll: true,
    check: (_call, { url }) => {
      if (!isWebAddress(text(url)) && !isLocal(text(url))) throw new Invalid({ url: [m.workbench_url_wrong()] });
    },
  }),
];
