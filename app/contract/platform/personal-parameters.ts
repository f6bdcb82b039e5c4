/** For how many days personal data are kept after what they were for has ended, by purpose; the least of each is the law's. */
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

/** Ten times the longest that a law asks for money's documents: as good as for ever. */
const longest = 36_500;
const kept = { group: "safety", scope: "corp" } as const;
const days = (min: number) => ({ kind: "number", min, max: longest }) as const;

export const personalParameters = parameters({
  personalAdmissionDays: {
    ...{ ...kept, place: 80, default: "1096", input: days(366) },
    ...{ label: m.personal_p_admission, help: m.personal_p_admission_help },
  },
  personalOrderDays: {
    ...{ ...kept, place: 81, default: "1096", input: days(1096) },
    ...{ label: m.personal_p_order, help: m.personal_p_order_help },
  },
  personalCardDays: {
    ...{ ...kept, place: 82, default: "1827", input: days(1827) },
    ...{ label: m.personal_p_card, help: m.personal_p_card_help },
  },
  personalParkingDays: {
    ...{ ...kept, place: 83, default: "1096", input: days(1096) },
    ...{ label: m.personal_p_parking, help: m.personal_p_parking_help },
  },
  personalPartnerDays: {
    ...{ ...kept, place: 84, default: "1096", input: days(1096) },
    ...{ label: m.personal_p_partner, help: m.personal_p_partner_help },
  },
  personalStaffDays: {
    ...{ ...kept, place: 85, default: "1096", input: days(731) },
    ...{ label: m.personal_p_staff, help: m.personal_p_staff_help },
  },
  personalRestrictionDays: {
    ...{ ...kept, place: 86, default: "366", input: days(30) },
    ...{ label: m.personal_p_restriction, help: m.personal_p_restriction_help },
  },
});
