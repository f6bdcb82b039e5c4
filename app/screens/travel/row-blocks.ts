/** What the pages of agencies, agreed quantities and receipts say before their fields: the money that one decides by. */
import { m } from "../../contract/messages";
import { formatYuan } from "../../contract/money";
import { agencyStanding } from "../../contract/travel/account";
import { agreedStanding } from "../../contract/travel/agreed-quantity";
import { receiptPaid } from "../../contract/travel/receipt-paid";
import type { BlockView, Figure } from "../home-block";
import { rowBlocks } from "../row-block";

const yuan = (fen: number) => `¥${formatYuan(fen)}`;

/** What may be sold on it, what it owes and for how long. Who pays at once has no account, unless money is left on it. */
export const agencyRow = rowBlocks(agencyStanding, ({ settlement, standing, ages, oldest, whyNot }, id) => {
  const { prepaid, limit, used, underWay, free, deposit } = standing;
  const aged = [m.account_age_30, m.account_age_60, m.account_age_90, m.account_age_more];
  const figures: (Figure | false)[] = [
    { label: m.account_free(), value: yuan(free), note: whyNot || undefined, to: `/travel/agencyList/${id}/account` },
    (limit > 0 || used > 0) && {
      label: m.account_used(),
      value: yuan(used),
      note: m.agency_of_limit({ limit: yuan(limit) }),
    },
    prepaid > 0 && prepaid !== free && { label: m.account_prepaid(), value: yuan(prepaid) },
    underWay > 0 && { label: m.account_under_way(), value: yuan(underWay) },
    deposit > 0 && { label: m.account_deposit(), value: yuan(deposit) },
    oldest !== "" && {
      label: m.account_oldest(),
      value: oldest,
      note: aged.flatMap((label, place) => (ages[place] ? [`${label()} ${yuan(ages[place])}`] : [])).join(" · "),
    },
  ];
  if (settlement === "cash" && prepaid + used + underWay + deposit === 0) return [];
  return [
    {
      kind: "figures",
      title: m.account_title(),
      figures: figures.filter((figure) => figure !== false),
    },
  ];
});

/** How far it is fulfilled, what it earns now, and where it ends at this pace. */
export const agreedRow = rowBlocks(agreedStanding, (agreed, id): (BlockView | null)[] => {
  const { status, counts, admitted, unpaid, rebate, forecast, forecastRebate, tiers, months } = agreed;
  if (status === "void") return [];
  const next = status === "open" ? tiers.find(({ reached }) => !reached) : undefined;
  return [
    {
      kind: "figures",
      title: m.agreed_standing(),
      figures: [
        {
          label: counts === "paid" ? m.agreed_admitted_paid() : m.agreed_admitted(),
          value: m.agreed_persons({ n: admitted }),
          note: unpaid > 0 ? `${m.agreed_unpaid()} ${m.agreed_persons({ n: unpaid })}` : undefined,
          to: `/travelInfo/travelAgreedTicketNumDetail/${id}/standing`,
        },
        {
          label: m.agreed_rebate_now(),
          value: yuan(rebate),
          note: next
            ? next === tiers[0]
              ? m.agreed_first({ n: next.atLeast - admitted })
              : m.agreed_next({ n: next.atLeast - admitted, amount: formatYuan(next.rebate) })
            : undefined,
        },
        {
          label: m.agreed_forecast(),
          value: forecast === null ? m.agreed_early() : m.agreed_persons({ n: forecast }),
          note: forecast === null ? undefined : `${m.agreed_rebate_then()} ${yuan(forecastRebate)}`,
        },
      ],
    },
    // Fewer are said by the figures.
    months.length < 3
      ? null
      : {
          kind: "bars",
          title: m.agreed_by_month(),
          values: months.map((one) => one.admitted),
          labels: months.map(({ month }) => month.slice(2)),
          most: m.agreed_persons({ n: Math.max(0, ...months.map((one) => one.admitted)) }),
          alt: months.map((one) => `${one.month} ${one.admitted}`).join("; "),
        },
  ];
});

/** The statements that a receipt paid. */
export const receiptRow = rowBlocks(receiptPaid, ({ open, statements }) => [
  {
    kind: "rows",
    title: m.receipt_paid(),
    none: open > 0 ? m.receipt_paid_none({ amount: formatYuan(open) }) : m.receipt_paid_never(),
    rows: statements.map(({ id, code, fromDay, toDay, state, amount }) => ({
      text: code,
      note: `${fromDay} – ${toDay} · ${state}`,
      value: yuan(amount),
      to: `/travel/statementList/${id}`,
    })),
  },
]);
