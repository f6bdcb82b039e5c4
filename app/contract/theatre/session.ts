/** Shows and films, and their sessions in halls. */
import { z } from "zod";
import { command } from "../command";
import { boolean, code, date, dictionary, moment, number, reference, text, time } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { option, resource } from "../resource";
import { day, id, idempotencyKey, timeText, wholeNumber } from "../validators";

export const theatreShow = resource("cinema", "theatreShow", {
  title: m.theatre_show,
  listTitle: m.fun_show_list,
  path: "/theatre/showList",
  fun: "showList",
  nameField: "name",
  status: "status",
  importable: true,
  links: [{ label: m.fun_session_list, to: "/theatre/sessionList?showId={id}" }],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    kind: dictionary("theatreShowKind", {
      ...{ label: m.theatre_show_kind, required: true, values: ["show", "film"], default: "show" },
      ...{ list: true, filter: "anyOf" },
    }),
    minutes: number({ label: m.theatre_minutes, required: true, min: 1, max: 1_000, list: true }),
    introduction: text({ label: m.theatre_introduction, max: 1_000, multiline: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "anyOf", form: false },
    }),
  },
});

export const theatreSession = resource("cinema", "theatreSession", {
  title: m.theatre_session,
  listTitle: m.fun_session_list,
  path: "/theatre/sessionList",
  fun: "sessionList",
  nameField: "name",
  status: "status",
  links: [
    { label: m.fun_seat_sale, to: "/theatre/seatSale?session={id}" },
    { label: m.theatre_check, to: "/theatre/sessionList/{id}/check" },
    { label: m.fun_pre_select, to: "/preSelect?sessionId={id}" },
    { label: m.theatre_settle, to: "/theatre/sessionList/{id}/settle" },
    { label: m.theatre_replan, to: "/theatre/sessionList/{id}/plan" },
  ],
  tools: [
    { label: m.theatre_series, to: "/theatre/sessionList/series" },
    { label: m.theatre_week, to: "/theatre/sessionList/week" },
    { label: m.theatre_settled_tickets, to: "/theatre/settledTickets" },
  ],
  defaultSort: { field: "startsAt", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 100, form: false, list: true, logged: false }),
    showId: reference("theatreShow", {
      label: m.theatre_show,
      required: true,
      createOnly: true,
      filter: "equals",
      list: true,
    }),
    hallId: reference("theatreHall", {
      label: m.theatre_hall,
      required: true,
      filter: "equals",
      list: true,
      form: false,
    }),
    templateId: reference("theatreTemplate", {
      ...{ label: m.theatre_template, help: m.theatre_template_help, required: true, createOnly: true },
    }),
    day: date({ label: m.theatre_day, required: true, list: true, filter: "between" }),
    time: time({ label: m.theatre_time, required: true }),
    startsAt: moment({ label: m.theatre_starts, required: true, list: true, sort: true, form: false, logged: false }),
    /** Counted from the places: sold, and what can still be had (neither sold nor held, set aside or blocked). */
    sold: number({ label: m.theatre_sold_places, list: true, form: false, detail: false, logged: false }),
    left: number({ label: m.theatre_left_places, list: true, form: false, detail: false, logged: false }),
    endsAt: moment({ label: m.theatre_ends, required: true, form: false, logged: false }),
    /** Cleaned by then; the next may begin. */
    freeAt: moment({ label: m.theatre_free_at, required: true, form: false, logged: false }),
    templateTicketId: reference("theatreTemplateTicket", {
      label: m.theatre_template_ticket,
      help: m.theatre_ticket_help,
    }),
    areaTicketId: reference("theatreAreaTicket", { label: m.theatre_area_ticket }),
    saleFrom: moment({ label: m.theatre_sale_from, help: m.theatre_sale_from_help }),
    saleUntil: moment({ label: m.theatre_sale_until, help: m.theatre_sale_until_help }),
    noGaps: boolean({ label: m.theatre_no_gaps, help: m.theatre_no_gaps_help }),
    splitPairs: boolean({ label: m.theatre_split_pairs, help: m.theatre_split_pairs_help }),
    reason: text({ label: m.theatre_reason, max: 200, form: false }),
    /** The work that gives its tickets back or moves them. */
    jobId: number({ label: m.theatre_settle_job, form: false, logged: false, detail: false }),
    status: dictionary("theatreSessionState", {
      ...{ label: m.status, required: true, values: ["onSale", "stopped", "cancelled"], default: "onSale" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
  },
  commands: {
    stop: command({ label: m.theatre_stop, from: ["onSale"], to: "stopped", many: true, tone: "bad" }),
    resume: command({
      ...{ label: m.theatre_resume, from: ["stopped"], to: "onSale", many: true, tone: "good", button: "stop" },
    }),
  },
});

/** Choices for a series. */
export const theatreSeriesForm = method("cinema", "theatreSeriesForm", {
  payload: z.object({}),
  answer: z.object({
    shows: z.array(option),
    templates: z.array(option),
    templateTickets: z.array(option),
    areaTickets: z.array(option),
  }),
  access: { fun: "sessionList", button: "theatreSession:add" },
});

/**
 * Sessions of a series: on the weekdays of a range of days, at each of the times, but for the days excepted. All or
 * nothing: one that meets another session in its hall refuses the whole and is named.
 */
export const theatreSeries = method("cinema", "theatreSeries", {
  payload: z.object({
    idempotencyKey,
    showId: id,
    templateId: id,
    templateTicketId: id.optional(),
    areaTicketId: id.optional(),
    from: day,
    to: day,
    /** 1 Monday to 7 Sunday. */
    weekdays: z.array(wholeNumber(1, 7)).min(1, { error: () => m.theatre_v_weekday() }),
    times: z
      .array(timeText)
      .min(1, { error: () => m.theatre_v_times() })
      .max(20),
    except: z.array(day).max(100),
    noGaps: z.boolean(),
    /** Couple seats are sold one by one. */
    splitPairs: z.boolean().optional(),
    /** The sale of each opens so many days before its day, at a time of day; without, at once. */
    opensDays: wholeNumber(0, 365).optional(),
    opensAt: timeText.optional(),
    /** And closes so many minutes before it begins; without, when it begins. */
    closesMinutes: wholeNumber(0, 1_440).optional(),
  }),
  told: ({ name }) => m.theatre_told_series({ name }),
  answer: z.object({ sessions: z.number() }),
  access: { fun: "sessionList", button: "theatreSession:add" },
  writes: true,
  idempotent: true,
});
