/** What personal data are kept for: what a purpose is called, and the parameter that says for how many days. */
import { m } from "../messages";
import { personalParameters } from "./personal-parameters";

export const purposesOfPersonalData = {
  admission: { title: m.personal_admission, counts: m.personal_admission_counts, parameter: "personalAdmissionDays" },
  order: { title: m.personal_order, counts: m.personal_order_counts, parameter: "personalOrderDays" },
  card: { title: m.personal_card, counts: m.personal_card_counts, parameter: "personalCardDays" },
  parking: { title: m.personal_parking, counts: m.personal_parking_counts, parameter: "personalParkingDays" },
  partner: { title: m.personal_partner, counts: m.personal_partner_counts, parameter: "personalPartnerDays" },
  staff: { title: m.personal_staff, counts: m.personal_staff_counts, parameter: "personalStaffDays" },
  restriction: {
    ...{ title: m.personal_restriction, counts: m.personal_restriction_counts },
    parameter: "personalRestrictionDays",
  },
} as const;

export type PersonalPurpose = keyof typeof purposesOfPersonalData;
export const personalPurposes = Object.keys(purposesOfPersonalData) as [PersonalPurpose, ...PersonalPurpose[]];

/** The fewest days that may be set: what a law asks for, or what limits by person look back over. */
export function leastDays(purpose: PersonalPurpose): number {
  const { input } = personalParameters[purposesOfPersonalData[purpose].parameter];
  return input.min;
}
