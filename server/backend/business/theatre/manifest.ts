import type { BackendManifest } from "../manifest";
import { sellsBeside } from "../order/beside";
import { areaServed } from "./area";
import { heldSeats } from "./beside";
import { changeSeatServed } from "./change-seat";
import { checkServed } from "./check";
import { seedTheatre } from "./demonstration";
import { findsShows } from "./find";
import { holdServed } from "./hold";
import { theatreInvariants } from "./invariants";
import { endHolds, refundSession } from "./jobs";
import { largeMapServed } from "./large-map";
import { mapServed } from "./map";
import { moveSession } from "./move-job";
import { movedServed } from "./moved";
import { theatrePersonal } from "./personal";
import { planServed } from "./plan";
import { policyServed } from "./policy";
import { preselectServed } from "./preselect";
import { replanServed } from "./replan";
import { reportServed } from "./report";
import { saleServed } from "./sale";
import * as schema from "./schema";
import { sells } from "./sells";
import { sessionServed } from "./session";
import { settleServed } from "./settle";
import { tellSettled } from "./tell-settled";
import { templateServed } from "./template";
import { usherServed } from "./usher";
import { venueServed } from "./venue";
import { weekServed } from "./week-copy";

sellsBeside(heldSeats);

export const theatre: BackendManifest = {
  served: [
    ...venueServed,
    ...areaServed,
    ...planServed,
    ...templateServed,
    ...sessionServed,
    ...settleServed,
    ...movedServed,
    ...replanServed,
    ...weekServed,
    ...mapServed,
    ...largeMapServed,
    ...holdServed,
    ...saleServed,
    ...changeSeatServed,
    ...policyServed,
    ...preselectServed,
    ...checkServed,
    ...usherServed,
    ...reportServed,
  ],
  personal: theatrePersonal,
  data: {
    settings: [
      "theatre_area",
      "theatre_area_ticket",
      "theatre_area_ticket_price",
      "theatre_hall",
      "theatre_plan",
      "theatre_plan_step",
      "theatre_policy",
      "theatre_show",
      "theatre_template",
      "theatre_template_area",
      "theatre_template_ticket",
      "theatre_template_ticket_price",
      "theatre_template_zone",
      "theatre_seat",
      "theatre_venue",
      "theatre_zone",
    ],
  },
  finds: [findsShows],
  tables: [schema],
  sells,
  kinds: [endHolds, refundSession, moveSession, tellSettled],
  invariants: theatreInvariants,
  demonstration: seedTheatre,
};
