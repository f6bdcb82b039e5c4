/**
 * The rules of the gates as software of a gate may carry them, built to `/gate-device/rules.js`: what was scanned, whether it
 * lets people through, and why not. They know no server, no clock and no data of their own.
 */
import { zoneFrom } from "~/contract/business-time";
import type { Locale } from "~/contract/messages";
import { overwriteGetLocale } from "~/i18n/generated/runtime.js";

export { businessDay, clock, usualZone } from "~/contract/business-time";
export { needsLine, planOfCards } from "~/contract/card/gate-card";
export { recognise, shownCode } from "~/contract/ticket/gate-rules/code";
export { judge } from "~/contract/ticket/gate-rules/judge";
export { planOf } from "~/contract/ticket/gate-rules/plan";
export { messageOf, readSigned, ticketOfSigned } from "~/contract/ticket/gate-rules/signed-code";

/** Language of the sentences from now on. */
export function speak(locale: Locale): void {
  overwriteGetLocale(() => locale);
}

/** Zone of the days and hours from now on; an IANA name, as the heartbeat tells it. */
export function keepZone(zone: string): void {
  zoneFrom(() => zone);
}
