/** The plan of a hall as a file (`/theatre_set/seatSet/file`). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { theatrePlanFile } from "~/contract/theatre/plan";
import { idFrom } from "~/screens/query.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name, text } = await context.dispatch.call(theatrePlanFile, { areaId: idFrom(request, "area") });
  return new Response(text, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}.json`,
      "cache-control": "no-store",
    },
  });
}
