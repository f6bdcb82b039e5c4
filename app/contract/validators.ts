/** The shared validators of specification 5, as zod schemas with their exact messages in the request's language. */

import { z } from "zod";
import { businessDay } from "./business-time";
import { isIdentityNumber } from "./identity-number";
import { m } from "./messages";
import { sensitivity } from "./sensitivity";

const controlCharacters = /[\p{Cc}\u200B\u2028\u2029\uFEFF]/u;
const lineBreaks = /[\t\r\n]/g;

/** Text of at most `max` characters, trimmed and NFC; control characters are refused. Empty counts as present. */
export function textOf(max: number, options: { multiline?: boolean; missing?: () => string } = {}) {
  return z
    .string({ error: options.missing ?? (() => m.v_required()) })
    .max(max * 4 + 64, { error: () => m.v_too_long({ n: max }) })
    .transform((value) => value.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .max(max, { error: () => m.v_too_long({ n: max }) })
        .refine((value) => !controlCharacters.test(options.multiline ? value.replace(lineBreaks, "") : value), {
          error: () => m.v_control(),
        }),
    );
}

/** As {@link textOf}, and not empty. */
export function requiredText(max: number, message: () => string = m.v_required) {
  return textOf(max, { missing: () => message() }).refine((value) => value !== "", { error: () => message() });
}

function pattern(expression: RegExp, message: () => string) {
  return z.string({ error: () => message() }).regex(expression, { error: () => message() });
}

export const email = pattern(/^[^\s@<>()]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/, m.v_email);
export const postalCode = pattern(/^\d{6}$/, m.v_postal_code);
export const mobileNumber = pattern(/^1[3-9]\d{9}$/, m.v_mobile).register(sensitivity, { kind: "personal" });
/**
 * Of a visitor, who may come from abroad: 11 digits of the mainland, or any other number with its country's code (E.164,
 * `+85291234567`). Signs between the digits, `00` for `+` and the mainland's own code are read and left out.
 */
export const visitorMobile = z
  .string({ error: () => m.v_visitor_mobile() })
  .transform(plainMobile)
  .pipe(pattern(/^(1[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})$/, m.v_visitor_mobile))
  .register(sensitivity, { kind: "personal" });

export function plainMobile(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\s().-]/g, "")
    .replace(/^00(?=[1-9])/, "+")
    .replace(/^(\+?86)(?=1[3-9]\d{9}$)/, "");
}

/** A mobile, or area-code-dash-number, or 400 plus 7 digits. */
export const telephone = pattern(/^(1[3-9]\d{9}|0\d{2,3}-\d{7,8}|400-?\d{3}-?\d{4})$/, m.v_telephone).register(
  sensitivity,
  { kind: "personal" },
);
export const chineseText = pattern(/^\p{Script=Han}+$/u, m.v_chinese);
export const numberText = pattern(/^-?\d+(\.\d+)?$/, m.v_number);
/** Letters, digits and hyphens only; Chinese has a message of its own. */
export const code = z
  .string({ error: () => m.v_required() })
  .trim()
  .min(1, { error: () => m.v_required() })
  .max(40, { error: () => m.v_too_long({ n: 40 }) })
  .refine((value) => !/\p{Script=Han}/u.test(value), { error: () => m.v_code_no_chinese() })
  .refine((value) => /\p{Script=Han}/u.test(value) || value === "" || /^[A-Za-z0-9-]+$/.test(value), {
    error: () => m.v_code(),
  });

const illegal = /\b(select|update|delete|truncate|join|union|exec|insert|drop|count)\b|['"“”‘’;<>%]|script/i;

/** Refuses the SQL keywords and the characters that specification 5 names. */
export const withoutIllegalCharacters = z
  .string({ error: () => m.v_illegal() })
  .refine((value) => !illegal.test(value), { error: () => m.v_illegal() });

export { isIdentityNumber };

/** An 18-digit identity number (date and check digit checked); a final x becomes X. */
export const identityNumber = z
  .string({ error: () => m.v_identity() })
  .trim()
  .toUpperCase()
  .refine(isIdentityNumber, { error: () => m.v_identity() })
  .register(sensitivity, { kind: "personal" });

interface BoundRule {
  integer?: boolean;
  /** At most two decimals. */
  decimals?: boolean;
  message?: () => string;
}

/** Number greater than `n`; variants require a whole number or at most two decimals. */
export function greaterThan(n: number, rule: BoundRule = {}) {
  const byDefault = rule.integer ? m.v_greater_integer : rule.decimals ? m.v_greater_decimals : m.v_greater;
  return bound(
    (value) => value > n,
    rule,
    () => byDefault({ n }),
  );
}

/** Number of at least `n`; variants as {@link greaterThan}. */
export function atLeast(n: number, rule: BoundRule = {}) {
  const byDefault = rule.integer ? m.v_at_least_integer : rule.decimals ? m.v_at_least_decimals : m.v_at_least;
  return bound(
    (value) => value >= n,
    rule,
    () => byDefault({ n }),
  );
}

function bound(holds: (value: number) => boolean, rule: BoundRule, byDefault: () => string) {
  const message = rule.message ?? byDefault;
  return z
    .number({ error: () => m.v_number() })
    .refine(
      (value) =>
        holds(value) &&
        (!rule.integer || Number.isSafeInteger(value)) &&
        (!rule.decimals || Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
      { error: () => message() },
    );
}

/** A whole number between bounds, with the messages of the specification. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z
    .number({ error: () => m.v_number() })
    .int({ error: () => m.v_integer() })
    .min(min, { error: () => m.v_at_least({ n: min }) })
    .max(max, { error: () => m.v_at_most({ n: max }) });
}

/** A row's id. */
export const id = wholeNumber(1);
/** Fen, not negative, up to ten million yuan. */
export const fen = wholeNumber(0, 1_000_000_000);
/** Fen added up, over days, people or agencies: that is more than one payment may be. */
export const fenInAll = z.number().int().nonnegative();
/** yyyy-MM-dd, a real day between 1900 and 2199. */
export const day = z.string({ error: () => m.v_date() }).refine(isDay, { error: () => m.v_date() });

/** HH:mm of a day's twenty-four hours. */
export const timeText = pattern(/^([01]\d|2[0-3]):[0-5]\d$/, m.forms_v_time);

/** yyyy-MM-dd hh:mm:ss. */
export const momentText = z.string({ error: () => m.forms_v_moment() }).refine(
  (value) => {
    const [date = "", time = ""] = value.split(" ");
    return value.length === 19 && isDay(date) && /^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(time);
  },
  { error: () => m.forms_v_moment() },
);

/** `yyyy-MM-dd~yyyy-MM-dd`, the second not before the first. */
export const dayRange = z
  .string({ error: () => m.v_date() })
  .refine((value) => /^[^~]+~[^~]+$/.test(value) && value.split("~").every(isDay), { error: () => m.v_date() })
  .refine((value) => value.slice(0, 10) <= value.slice(11) || value.length !== 21, {
    error: () => m.forms_v_range(),
  });

/** Not after today, where the parks are. */
export const notFuture = z.string().refine((value) => value <= today(), { error: () => m.forms_v_future() });

/** yyyy-MM-dd, where the parks are. */
export function today(now = new Date()): string {
  return businessDay(now);
}

/** The code of an area (specification 3), of any level. */
export const areaCode = pattern(/^\d{2,12}$/, m.v_option);

export const webAddress = z
  .string({ error: () => m.forms_v_url() })
  .max(500, { error: () => m.v_too_long({ n: 500 }) })
  .refine((value) => /^https?:\/\/[^\s/$.?#<>"'\p{Cc}][^\s<>"'\p{Cc}]*$/iu.test(value), {
    error: () => m.forms_v_url(),
  });

export function isDay(value: string): boolean {
  const match = /^(19|20|21)\d{2}-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Letters, a digit and one of ~!@#$%^&*, at least 8 characters: the rule of spec 5 (its message says more). */
export const newPassword = z
  .string({ error: () => m.v_new_password() })
  .min(1, { error: () => m.v_new_password() })
  .refine(isStrongPassword, { error: () => m.v_password_strength() });

export function isStrongPassword(value: string): boolean {
  return /^[\x21-\x7E]{8,64}$/.test(value) && /[A-Za-z]/.test(value) && /\d/.test(value) && /[~!@#$%^&*]/.test(value);
}

export const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9-]{8,64}$/, { error: () => m.v_invalid() })
  .register(sensitivity, { kind: "open" });
/** A tenant's code. */
export const corpCode = z.string().regex(/^[A-Za-z0-9]{1,20}$/, { error: () => m.v_invalid() });
