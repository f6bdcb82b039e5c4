/** The map of a large area for the browser (`/theatre/seatSale/map`): where its seats stand, kept for good, or who has them now. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { theatreLayout, theatreTaken } from "~/contract/theatre/large-map";
import { idFrom } from "~/screens/query.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = { sessionId: idFrom(request, "session"), areaId: idFrom(request, "area") };
  if (new URL(request.url).searchParams.get("part") === "layout") {
    const layout = await context.dispatch.call(theatreLayout, asked);
    return Response.json(layout, { headers: { "cache-control": "private, max-age=31536000, immutable" } });
  }
  const taken = await context.dispatch.call(theatreTaken, asked);
  return Response.json(taken, { headers: { "cache-control": "no-store" } });
}
