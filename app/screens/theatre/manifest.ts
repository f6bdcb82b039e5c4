/** Screens that only theatres have: the seat sale, plans, a series, the usher's view, and seats set aside. */
import { theatreUsher } from "../../contract/theatre/check";
import { theatreLayout } from "../../contract/theatre/large-map";
import { theatrePlan, theatrePlanFile } from "../../contract/theatre/plan";
import { theatreAsideMap } from "../../contract/theatre/preselect";
import { theatreReplanForm } from "../../contract/theatre/replan";
import { theatreMark, theatreSessions, theatreTickets } from "../../contract/theatre/sale";
import { theatreSeriesForm } from "../../contract/theatre/session";
import { theatreSettleForm } from "../../contract/theatre/settle";
import { theatreVenueParks } from "../../contract/theatre/venue";
import { theatreWeekForm } from "../../contract/theatre/week-copy";
import { page, type ScreenManifest } from "../screen-manifest";

export const theatre: ScreenManifest = {
  pages: [
    page("/addParkList", "theatre/venue-parks.tsx", theatreVenueParks),
    page("/theatre_set/areaSet", "theatre/area-set.tsx", theatrePlan),
    page("/theatre_set/seatSet", "theatre/seat-set.tsx", theatrePlan),
    page("/theatre_set/seatSet/file", "theatre/plan-file.ts", theatrePlanFile),
    page("/theatre/sessionList/series", "theatre/series.tsx", theatreSeriesForm),
    page("/theatre/sessionList/week", "theatre/week.tsx", theatreWeekForm),
    page("/theatre/sessionList/:id/settle", "theatre/settle.tsx", theatreSettleForm),
    page("/theatre/sessionList/:id/plan", "theatre/replan.tsx", theatreReplanForm),
    page("/theatre/sessionList/:id/check", "theatre/usher.tsx", theatreUsher),
    page("/theatre/seatSale", "theatre/seat-sale.tsx", theatreSessions),
    page("/theatre/seatSale/changes", "theatre/seat-changes.ts", theatreMark),
    page("/theatre/seatSale/map", "theatre/seat-map-data.ts", theatreLayout),
    page("/theatre/seatSale/sold", "theatre/sold.tsx", theatreTickets),
    page("/preSelect/:id/seats", "theatre/preselect-seats.tsx", theatreAsideMap),
  ],
};
