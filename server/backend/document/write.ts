/** `npm run docs`: writes docs/dispatch-api.md; with a file named, the OpenAPI document there too. */
import "~/i18n/locale.server";
import { writeFileSync } from "node:fs";
import { dispatchDocument } from "./markdown";
import { openApiDocument } from "./openapi";

writeFileSync("docs/dispatch-api.md", dispatchDocument());
const file = process.argv[2];
if (file) writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
