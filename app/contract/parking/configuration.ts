/** Basic configuration of parking: what a corp decides for all of its lots. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id, telephone, wholeNumber } from "../validators";

export const unreadableChoices = ["refuse", "number"] as const;

const settings = {
  /** The lot of the desk before somebody chooses one. */
  defaultLotId: id.optional(),
  /** A plate that cannot be read: nobody comes in without one, or gets a number for it. */
  unreadable: z.enum(unreadableChoices),
  /** Whether a full lot takes no car; else it warns. */
  fullRefuses: z.boolean(),
  /** Minutes to leave in after paying inside. */
  graceMinutes: wholeNumber(0, 240),
  /** Days after which a car is listed as left behind. */
  overstayDays: wholeNumber(1, 365),
};

export const parkingConfiguration = method("place", "parkingConfiguration", {
  payload: z.object({}),
  answer: z.object({ ...settings, phone: z.string(), lots: z.array(option), mayEdit: z.boolean() }),
  access: { fun: "parkingConfiguration" },
});

export const parkingConfigurationSave = method("place", "parkingConfigurationSave", {
  payload: z.object({ ...settings, phone: telephone.or(z.literal("")) }),
  answer: z.object({}),
  access: { fun: "parkingConfiguration", button: "parkingConfiguration:edit" },
  writes: true,
  told: () => m.parking_told_configured(),
});
