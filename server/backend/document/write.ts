/** `npm run docs`: writes docs/dispatch-api.md, docs/open-api.json, docs/kept.md and the two pages of settings; with a file named, the OpenAPI document there too. */
import "~/i18n/locale.server";
import { writeFileSync } from "node:fs";
import { keptDocument } from "./kept";
import { dispatchDocument } from "./markdown";
import { openApiDocument } from "./openapi";
import { partnerText } from "./partner-api";
import { settingsDocument } from "./settings";

writeFileSync("docs/dispatch-api.md", dispatchDocument());
writeFileSync("docs/open-api.json", partnerText());
writeFileSync("docs/kept.md", keptDocument());
writeFileSync("docs/settings.md", settingsDocument("en"));
writeFileSync("docs/settings.zh-CN.md", settingsDocument("zh"));
const file = process.argv[2];
if (file) writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
