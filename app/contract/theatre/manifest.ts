/** Theatre and cinema: venues, halls, seats, templates, sessions, and their sale by seat. */
import type { ContractManifest } from "../manifest";
import { theatreArea, theatreUnseated, theatreZone } from "./area";
import * as changeSeat from "./change-seat";
import * as check from "./check";
import { theatreDictionaries } from "./dictionaries";
import * as largeMap from "./large-map";
import { theatreMenu } from "./menu-entries";
import { theatreMove } from "./moved";
import { theatreParameters } from "./parameters";
import * as plan from "./plan";
import * as policy from "./policy";
import * as preselect from "./preselect";
import * as replan from "./replan";
import { occupancyReport } from "./report";
import * as sale from "./sale";
import * as session from "./session";
import * as settle from "./settle";
import { theatreAreaTicket, theatreTemplate, theatreTemplateTicket } from "./template";
import * as venue from "./venue";
import * as week from "./week-copy";

export const theatre: ContractManifest = {
  reports: [occupancyReport],
  resources: [
    venue.theatreVenue,
    venue.theatreHall,
    theatreZone,
    theatreArea,
    theatreUnseated,
    theatreTemplate,
    theatreTemplateTicket,
    theatreAreaTicket,
    policy.theatrePolicy,
    session.theatreShow,
    session.theatreSession,
    preselect.theatrePreselect,
    theatreMove,
  ],
  methods: [venue, plan, session, settle, replan, week, sale, policy, preselect, check, changeSeat, largeMap],
  menu: theatreMenu,
  dictionaries: theatreDictionaries,
  parameters: theatreParameters,
};
