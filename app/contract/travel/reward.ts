/**
 * Rewards of guides, off at first: rules by ticket type and day, and what tickets that were admitted earned in a month. They
 * go to the contracting agency's account; to a person only with contract, consent, bank account and withholding.
 */
import { z } from "zod";
import { command } from "../command";
import { code, date, dictionary, file, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fenInAll, id, idempotencyKey, wholeNumber } from "../validators";
import { monthPattern } from "./month";

const per = <const W extends "perVisitor" | "percent">(way: W) => ({
  when: { field: "way", is: [way] },
  requiredWhen: { field: "way", is: [way] },
});

export const rewardRule = resource("manage", "rewardRule", {
  title: m.reward_rule,
  listTitle: m.reward_rules,
  path: "/travelInfo/guideRewards/rules",
  fun: "guideRewards",
  nameField: "code",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  rules: [
    { field: "toDay", holds: ({ fromDay, toDay }) => String(fromDay) <= String(toDay), message: m.travel_days_order },
  ],
  fields: {
    code: code({ label: m.reward_rule_code, required: true, list: true, filter: "contains", sort: true }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.ticket_type, required: true, remote: true, list: true, filter: "equals" },
    }),
    fromDay: date({ label: m.travel_from, required: true, list: true }),
    toDay: date({ label: m.travel_to, required: true, list: true, filter: "between", sort: true }),
    way: dictionary("rewardWay", {
      ...{ label: m.reward_way, required: true, values: ["perVisitor", "percent"], default: "perVisitor", list: true },
    }),
    each: money({ label: m.reward_each, list: true, ...per("perVisitor") }),
    percent: number({ label: m.reward_percent, min: 1, max: 50, list: true, ...per("percent") }),
    payee: dictionary("rewardPayee", {
      ...{ label: m.reward_payee, help: m.reward_payee_help, required: true, values: ["agency", "person"] },
      ...{ default: "agency", list: true },
    }),
    reason: text({ label: m.reward_reason, help: m.reward_reason_help, required: true, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

export const guidePayee = resource("manage", "guidePayee", {
  title: m.reward_person,
  listTitle: m.reward_persons,
  path: "/travelInfo/guideRewards/payees",
  fun: "guideRewards",
  nameField: "code",
  status: "status",
  unique: [["guideId", "agencyId"]],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    code: code({ label: m.reward_contract_no, required: true, list: true, filter: "contains", sort: true }),
    guideId: reference("guide", {
      ...{ label: m.trade_guide_one, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    agencyId: reference("agency", {
      ...{ label: m.reward_consenting, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    contractFile: file({ label: m.reward_contract_file, required: true, most: 3, megabytes: 5 }),
    consentFile: file({
      ...{ label: m.reward_consent_file, help: m.reward_consent_help, required: true, most: 3, megabytes: 5 },
    }),
    bank: text({ label: m.travel_bank, required: true, max: 80 }),
    bankAccount: text({ label: m.travel_bank_account, required: true, max: 32, mask: true }),
    withholding: number({
      ...{ label: m.reward_withholding, help: m.reward_withholding_help, required: true, min: 0, max: 45, list: true },
    }),
    untilDay: date({ label: m.reward_until, required: true, list: true, filter: "between" }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

const bank = { bankRef: text({ label: m.account_bank_ref, help: m.reward_bank_help, max: 40 }) };

export const guideReward = resource("manage", "guideReward", {
  title: m.reward_one,
  listTitle: m.fun_guide_rewards,
  path: "/travelInfo/guideRewards",
  fun: "guideRewards",
  nameField: "code",
  status: "status",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  tools: [
    { label: m.reward_month_page, to: "/travelInfo/guideRewards/month" },
    { label: m.reward_rules, to: "/travelInfo/guideRewards/rules" },
    { label: m.reward_persons, to: "/travelInfo/guideRewards/payees" },
  ],
  fields: {
    code: text({ label: m.reward_code, required: true, max: 30, list: true, filter: "contains" }),
    month: text({ label: m.trade_month, required: true, max: 7, list: true, filter: "equals" }),
    guideId: reference("guide", {
      ...{ label: m.trade_guide_one, required: true, remote: true, list: true, filter: "equals" },
    }),
    agencyId: reference("agency", {
      ...{ label: m.reward_agency, required: true, remote: true, list: true, filter: "equals" },
    }),
    payee: dictionary("rewardPayee", {
      ...{ label: m.reward_payee, required: true, values: ["agency", "person"], list: true, filter: "equals" },
    }),
    visitors: number({ label: m.reward_visitors, required: true, list: true }),
    amount: money({ label: m.reward_amount, required: true, list: true, total: true }),
    withheld: money({ label: m.reward_withheld, required: true, default: 0, hideZero: true, list: true, total: true }),
    clawed: money({ label: m.reward_clawed, required: true, default: 0, list: true, total: true }),
    bankRef: text({ label: m.account_bank_ref, max: 40, list: "file" }),
    /** Of the last transfer that came back. */
    backRef: text({ label: m.reward_back_ref, max: 40 }),
    maker: text({ label: m.reward_maker, required: true, max: 60, list: "file" }),
    makerId: number({
      ...{ label: m.reward_maker, required: true, form: false, detail: false, logged: false },
      max: Number.MAX_SAFE_INTEGER,
    }),
    status: dictionary("guideRewardState", {
      ...{ label: m.status, required: true, default: "calculated", list: true, filter: "anyOf", form: false },
      values: ["calculated", "approved", "paid", "clawedBack", "void"],
    }),
  },
  commands: {
    approve: command({
      ...{ label: m.reward_approve, from: ["calculated"], to: "approved", tone: "good", question: true, many: true },
    }),
    pay: command({ label: m.reward_pay, from: ["approved"], to: "paid", tone: "good", fields: bank }),
    clawBack: command({ label: m.reward_claw_back, from: ["paid"], tone: "bad", fields: bank }),
    cancel: command({
      label: m.travel_void,
      from: ["calculated", "approved"],
      to: "void",
      tone: "bad",
      question: true,
    }),
  },
});

const month = z.string().regex(monthPattern, { error: () => m.trade_month_wrong() });

/** A month's rewards: what tickets earned and stands in no reward yet, what cannot be paid and why, and the pay-out list. */
export const guideRewardMonth = method("manage", "guideRewardMonth", {
  payload: z.object({ month: month.optional() }),
  answer: z.object({
    month,
    /** Switched on by its parameter. */
    on: z.boolean(),
    waiting: z.array(
      z.object({
        guideId: id,
        guide: z.string(),
        agency: z.string(),
        payee: z.string(),
        visitors: wholeNumber(0),
        amount: fenInAll,
        /** Why it is not paid as the rule says; "" where it may be. */
        why: z.string(),
      }),
    ),
    paying: z.array(
      z.object({
        id,
        code: z.string(),
        guide: z.string(),
        agency: z.string(),
        payee: z.string(),
        /** Of a person: bank and the end of the account. */
        bank: z.string(),
        visitors: wholeNumber(0),
        amount: fenInAll,
        withheld: fenInAll,
        /** What is left to pay, or was paid. */
        net: fenInAll,
        clawed: fenInAll,
        /** Fen earned by tickets that were refunded afterwards, and are not taken back yet. */
        late: fenInAll,
        state: z.string(),
      }),
    ),
    total: z.object({ amount: fenInAll, withheld: fenInAll, net: fenInAll }),
    more: z.boolean(),
  }),
  access: { fun: "guideRewards" },
});

export const reckonRewards = method("manage", "reckonRewards", {
  payload: z.object({ month, idempotencyKey }),
  answer: z.object({ rewards: wholeNumber(0), amount: fenInAll }),
  access: { fun: "guideRewards", button: "guideReward:reckon" },
  writes: true,
  idempotent: true,
  told: () => m.did_reward_reckon(),
});
