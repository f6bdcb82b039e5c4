/** A discount that the seller gives by right and with a reason: off the order, or off one ticket type of it. */
import { dictionaries } from "../dictionary-declaration";
import { m } from "../messages";
import { parameters } from "../parameter-declaration";
import { fen, id, textOf, wholeNumber } from "../validators";

/** A reason that says nothing by itself: words are asked for beside it. */
export const otherReason = "other";

/** All of it needs the button `sale:discount`; above the limit `sale:discountBeyond`. */
export const discountFields = {
  /** Fen off. */
  discount: fen.default(0),
  /** Per mille off; takes the place of `discount`. */
  discountRate: wholeNumber(0, 1000).default(0),
  /** The ticket type whose lines it is off; without it, all of them. */
  discountOn: id.optional(),
  /** Of the dictionary discountReason. */
  discountReason: textOf(40).default(""),
  discountWords: textOf(100).default(""),
};

export const discountDictionaries = dictionaries({
  discountReason: {
    name: ["优惠原因", "Discount reason"],
    open: true,
    items: [
      ["regular", "老客户", "Regular customer"],
      ["partner", "合作单位", "Partner"],
      ["complaint", "投诉补偿", "Complaint settled"],
      ["leader", "领导特批", "Approved by management"],
      ["weather", "天气或设施原因", "Weather or facilities"],
      [otherReason, "其他（请写明）", "Other (please specify)"],
    ],
  },
  reductionKind: {
    name: ["优惠类别", "Kind of reduction"],
    items: [
      ["discount", "手工优惠", "Discount"],
      ["staff", "员工优惠", "Staff ticket"],
      ["card", "活动码", "Promotion code"],
    ],
  },
});

export const discountParameters = parameters({
  /** Per cent of what it is off; above it the further right is asked for. */
  discountLimit: {
    group: "business",
    place: 17,
    default: "100",
    label: m.discount_p_limit,
    help: m.discount_p_limit_help,
    input: { kind: "number", min: 0, max: 100 },
    scope: "corp",
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    discounts: typeof discountDictionaries;
  }
}
declare module "../parameter-declaration" {
  interface BusinessParameters {
    discounts: typeof discountParameters;
  }
}
