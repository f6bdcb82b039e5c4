/**
 * Group bookings: an organisation's visitors on a day, by ticket type. booked → confirmed (their places are held) → arrived
 * (with how many came) → settled (one order for those); cancelled gives the places back.
 */
import { z } from "zod";
import { command } from "../command";
import { boolean, date, dictionary, lines, mobile, money, number, reference, text, time } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { option, resource } from "../resource";
import { day, fen, fenInAll, id, idempotencyKey, wholeNumber } from "../validators";
import { groupMost } from "./group-bounds";
import { groupPrepaid, prepayRules, prepayTerms } from "./group-prepay";

const path = "/createGroup";
export const groupStates = ["booked", "confirmed", "arrived", "settled", "cancelled"] as const;

const sum = { list: true, total: true, form: false, default: 0, hideZero: true, logged: false } as const;

export const groupBooking = resource("ticket", "groupBooking", {
  title: m.group_booking,
  listTitle: m.fun_create_group,
  path,
  fun: "createGroup",
  nameField: "organisation",
  status: "state",
  defaultSort: { field: "visitDay", order: "desc" },
  links: [
    { label: m.group_desk, to: `${path}/{id}/desk` },
    { label: m.group_names, to: `${path}/{id}/names` },
  ],
  tools: [{ label: m.group_day_sheet, to: `${path}/day` }],
  rules: prepayRules,
  fields: {
    bookingNo: text({
      ...{ label: m.group_no, required: true, max: 20, unique: true, form: false, list: true, filter: "equals" },
    }),
    agencyId: reference("agency", { label: m.group_agency, help: m.group_agency_help, remote: true, filter: "equals" }),
    organisation: text({
      label: m.group_organisation,
      help: m.group_organisation_help,
      max: 80,
      list: true,
      filter: "contains",
    }),
    /** Of an agency that another corp of the group holds: that corp. */
    agencyHolder: text({ label: m.group_agency_holder, max: 80, list: true, form: false }),
    contactName: text({ label: m.order_contact, required: true, max: 40, list: true, hiddenAtFirst: true }),
    mobile: mobile({
      abroad: true,
      label: m.order_mobile,
      required: true,
      mask: true,
      list: true,
      hiddenAtFirst: true,
      filter: "equals",
    }),
    guideId: reference("guide", { label: m.group_guide_registered, remote: true, filter: "equals" }),
    guide: text({ label: m.group_guide, help: m.group_guide_help, max: 40, list: true }),
    plate: text({ label: m.group_plate, max: 12, whole: true, list: true }),
    tourNo: text({ label: m.group_tour_no, help: m.group_tour_no_help, max: 40 }),
    itinerary: text({ label: m.group_itinerary, max: 300, multiline: true }),
    leaders: text({ label: m.group_leaders, help: m.group_leaders_help, max: 200 }),
    parkId: reference("park", { label: m.park, required: true, list: true, hiddenAtFirst: true, filter: "equals" }),
    visitDay: date({ label: m.order_visit_day, required: true, list: true, filter: "between", sort: true }),
    slot: text({ label: m.sale_slot, help: m.group_slot_help, max: 11 }),
    arrival: time({ label: m.group_arrival, list: true }),
    /** Names of real-name tickets are due so many hours before its slot or arrival; null: until it is settled. */
    namesHours: number({
      label: m.group_names_hours,
      help: m.group_names_hours_help,
      min: 1,
      max: 720,
      omissible: true,
    }),
    ...prepayTerms,
    customerGroup: dictionary("customerGroup", {
      ...{ label: m.policy_group, help: m.group_customer_help, required: true, default: "retail" },
    }),
    people: lines(
      {
        ticketTypeId: reference("ticketType", { label: m.ticket_type, required: true, remote: true }),
        quantity: number({ label: m.group_people, required: true, min: 1, max: groupMost, total: true }),
      },
      { label: m.group_lines, key: ["ticketTypeId"], min: 1, max: 20, ordered: true },
    ),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    state: dictionary("groupBookingState", {
      ...{ label: m.status, values: groupStates, required: true, default: "booked" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    /** Reckoned of its lists: the cut-off, and names that are lacking. */
    namesDue: text({ label: m.group_names_due_at, max: 20, list: true, hiddenAtFirst: true, form: false }),
    namesMissing: number({
      ...{ label: m.group_names_missing, min: 0, max: 1_000_000, list: true, hiddenAtFirst: true, form: false },
    }),
    /** Fixed when it is confirmed; and how it stands, read from its ledger. */
    prepayAsked: money({ label: m.group_prepay_asked, list: true, hiddenAtFirst: true, form: false }),
    prepaid: money({ label: m.group_prepaid_held, list: true, hiddenAtFirst: true, form: false }),
    prepaySays: text({ label: m.group_prepay, max: 200, list: true, hiddenAtFirst: true, form: false }),
    prepayCancelSays: text({ label: m.group_prepay_if_cancelled, max: 200, form: false }),
    persons: number({ ...sum, label: m.group_people }),
    arrived: number({ ...sum, label: m.group_arrived }),
    amount: money({ ...sum, label: m.group_amount }),
    orderNo: text({
      ...{ label: m.order_no, max: 20, form: false, list: true, hiddenAtFirst: true },
      page: ({ orderNo }) => (orderNo ? `/offlineOrderDetail?orderNo=${orderNo}` : null),
    }),
  },
  commands: {
    confirm: command({
      ...{ label: m.group_confirm, from: ["booked"], to: "confirmed", question: m.group_confirm_question },
      tone: "good",
      asked: ({ namesDue, namesMissing }) =>
        namesDue && Number(namesMissing) > 0
          ? m.group_names_still({ n: Number(namesMissing), when: String(namesDue) })
          : "",
    }),
    cancel: command({
      ...{ label: m.group_cancel, from: ["booked", "confirmed", "arrived"], to: "cancelled", tone: "bad" },
      asked: ({ prepayCancelSays }) => String(prepayCancelSays ?? ""),
      fields: {
        reason: text({ label: m.group_cancel_reason, required: true, max: 200 }),
        giveBack: boolean({
          ...{ label: m.group_prepay_give_back, help: m.group_prepay_give_back_help, default: false },
          omissible: true,
        }),
      },
    }),
  },
});

const fun = "createGroup";

/** A group at the counter: what it booked, how many came, and what those cost. */
export const groupDesk = method("ticket", "groupDesk", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    bookingNo: z.string(),
    organisation: z.string(),
    contactName: z.string(),
    guide: z.string(),
    plate: z.string(),
    visitDay: day,
    slot: z.string(),
    arrival: z.string(),
    state: z.enum(groupStates),
    orderNo: z.string(),
    lines: z.array(
      z.object({
        ticketTypeId: id,
        name: z.string(),
        booked: z.number(),
        arrived: z.number(),
        /** Of those who came, heads without proof: they pay the retail price. */
        unproven: z.number(),
        /** Of a combo every head is sold at its price. */
        plain: z.boolean(),
        unitPrice: fen,
        retailPrice: fen,
        amount: fen,
        /** Names on its list who have not been marked as absent; null where its tickets ask for none. */
        listed: z.number().nullable(),
        /** Names that those who came need; as booked where nobody has said. */
        needed: z.number(),
      }),
    ),
    tourNo: z.string(),
    itinerary: z.string(),
    leaders: z.array(z.string()),
    /** One is free for so many who pay; 0: nobody is. How many may be, and how many are: leaders by name alone. */
    freePer: z.number(),
    freeCount: z.number().default(1),
    freeStarted: z.boolean().default(false),
    freeMost: z.number(),
    free: z.number(),
    /** Why nobody has the group's price; "" where they have. */
    whyRetail: z.string(),
    /** Names that are lacking, and until when they are due; "" where none is. */
    namesSay: z.string().default(""),
    total: fen,
    /** Null: nothing is paid ahead. */
    prepaid: groupPrepaid.nullable().default(null),
    /** Why nobody can be received, or nothing settled, now; "" when it can. */
    whyNot: z.string(),
    paymentTypes: z.array(option),
  }),
  access: { fun },
});

/** How many of each type came; said again until it is settled. */
export const groupArrive = method("ticket", "groupArrive", {
  payload: z.object({
    id,
    people: z
      .array(
        z.object({
          ticketTypeId: id,
          arrived: wholeNumber(0, groupMost),
          unproven: wholeNumber(0, groupMost).default(0),
        }),
      )
      .min(1)
      .max(20),
  }),
  answer: z.object({ id }),
  access: { fun, button: "groupBooking:arrive" },
  writes: true,
  told: ({ name, after }) => m.did_group_arrived({ name, n: Number(after?.arrived ?? 0) }),
});

/** One order for those who came, at the prices of the group's customers: places, tickets and payment in one transaction. */
export const groupSettle = method("ticket", "groupSettle", {
  payload: z.object({ id, idempotencyKey, paymentType: z.string().max(20), expectedPayable: fen.optional() }),
  answer: z.object({ orderId: id, orderNo: z.string() }),
  access: { fun, button: "groupBooking:settle" },
  writes: true,
  told: ({ name, after }) => m.did_group_settled({ name, order: String(after?.orderNo ?? "") }),
  idempotent: true,
});

/** Groups of a day, for the gate and for paper. */
export const groupDay = method("ticket", "groupDay", {
  payload: z.object({ day: day.optional() }),
  answer: z.object({
    day,
    groups: z.array(
      z.object({
        id,
        bookingNo: z.string(),
        organisation: z.string(),
        contactName: z.string(),
        mobile: z.string(),
        guide: z.string(),
        plate: z.string(),
        arrival: z.string(),
        slot: z.string(),
        /** "成人票 38" by type. */
        people: z.array(z.object({ name: z.string(), quantity: z.number() })),
        persons: z.number(),
        arrived: z.number(),
        state: z.enum(groupStates),
        /** Names that are lacking, and until when they are due; "" where none is. */
        namesSay: z.string().default(""),
        /** To be paid ahead, and what of it is there; fen. */
        prepayAsked: fen.default(0),
        prepaid: fenInAll.default(0),
        /** It is past its time, and not all there. */
        prepayLate: z.boolean().default(false),
        remark: z.string(),
      }),
    ),
  }),
  access: { fun },
});
