/** Where the seats of a large area stand, for the browser to keep for good (`/theatre/seatSale/map`). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { theatreLayout } from "~/contract/theatre/large-map";
import { idFrom } from "~/screens/query.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = { sessionId: idFrom(request, "session"), areaId: idFrom(request, "area") };
  const layout = await context.dispatch.call(theatreLayout, asked);
  return Response.json(layout, { headers: { "cache-control": "private, max-age=31536000, immutable" } });
}
