/** Employees' cards: cards of types for employees, issued to people on duty, which end when those leave. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { view } from "../resource-view";
import { id, idempotencyKey, textOf } from "../validators";
import { seasonCard } from "./card";

const path = "/seasonCard/employSeasonCard";

export const employSeasonCard = view(seasonCard, {
  noun: "employSeasonCard",
  title: m.fun_employ_season_card,
  path,
  fun: "employSeasonCard",
  columns: ["number", "employeeId", "cardTypeId", "status", "mobile", "soldAt", "validTo", "visits"],
  filters: ["number", "employeeId", "cardTypeId", "status"],
  commands: ["activate", "reportLoss", "found"],
  tools: [{ label: m.card_staff_issue, to: `${path}/issue` }],
});

/** People in one go, at most. */
export const mostEmployees = 200;

/** What the page that issues cards asks with. */
export const employeeCardDesk = method("seasonCard", "employeeCardDesk", {
  payload: z.object({}),
  answer: z.object({ types: z.array(option) }),
  access: { fun: "employSeasonCard", button: "employSeasonCard:issue" },
});

/** A card for each line: the employee's number, and a card's number where one of the stock is handed out. All or none. */
export const issueEmployeeCards = method("seasonCard", "issueEmployeeCards", {
  payload: z.object({ idempotencyKey, cardTypeId: id, people: textOf(8000, { multiline: true }) }),
  answer: z.object({ numbers: z.array(z.string()) }),
  access: { fun: "employSeasonCard", button: "employSeasonCard:issue" },
  writes: true,
  told: () => m.did_staff_cards(),
  idempotent: true,
});
