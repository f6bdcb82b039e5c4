/** The file of an export: a resource route, since it answers no page. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportFile } from "./load-export.server";

export const loader = (args: LoaderFunctionArgs) => exportFile(args);
