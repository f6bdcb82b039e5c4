/** A stored-value card as the template of its type prints it. What is on it is not: plastic says it no longer a day later. */
import { z } from "zod";
import { cardSheet } from "../card/template";
import { method } from "../method";
import { id } from "../validators";

export const storedSheet = method("smartcard", "storedSheet", {
  payload: z.object({ id }),
  answer: cardSheet.answer,
  access: { fun: "smartCardList" },
});
