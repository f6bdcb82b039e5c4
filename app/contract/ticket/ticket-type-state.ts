/** The named commands of a ticket type's life beyond suspend and resume. */
import { z } from "zod";
import { method } from "../method";
import { id } from "../validators";

const byId = z.object({ id });
const done = z.object({ id });

/** draft → onSale. */
export const publishTicketType = method("ticket", "ticketTypePublish", {
  payload: byId,
  answer: done,
  access: { fun: "ticketList", button: "ticketType:publish" },
  writes: true,
});

/** onSale or suspended → retired; nothing new is sold, what is sold stays good. */
export const retireTicketType = method("ticket", "ticketTypeRetire", {
  payload: byId,
  answer: done,
  access: { fun: "ticketList", button: "ticketType:retire" },
  writes: true,
});
