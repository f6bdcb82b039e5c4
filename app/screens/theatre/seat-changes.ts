/** Tells whoever has a session's map open when its places have changed (`/theatre/seatSale/changes`), as server-sent events. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { theatreMark } from "~/contract/theatre/sale";
import { eventStream } from "~/screens/event-stream.server";
import { idFrom } from "~/screens/query.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const sessionId = idFrom(request, "session");
  const { mark } = await context.dispatch.call(theatreMark, { sessionId });
  return eventStream(context, {
    topic: `seats ${sessionId}`,
    first: mark,
    ask: async () => (await context.dispatch.call(theatreMark, { sessionId }, { anew: true })).mark,
  });
}
