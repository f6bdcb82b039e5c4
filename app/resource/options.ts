/** Choices of a field as one types (`<list>/options?field=…&q=…&pageNo=…`), for forms with scripts. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchOptions } from "./search-options.server";

export const loader = async (args: LoaderFunctionArgs) => Response.json(await searchOptions(args));
