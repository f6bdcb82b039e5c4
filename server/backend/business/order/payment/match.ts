/** The comparison of a payment statement with what was booked here: a pure rule, exact to the fen. */

/** Fen, refunds negative. `orderNo` "" where the statement does not say it. */
export interface Stated {
  id: number;
  orderNo: string;
  at: Date;
  amount: number;
}

export interface Booked {
  id: number;
  orderNo: string;
  at: Date;
  amount: number;
}

export interface Comparison {
  matched: { line: Stated; payment: Booked }[];
  /** Of one order and direction, with another amount. */
  differs: { line: Stated; payment: Booked }[];
  missingHere: Stated[];
  missingThere: Booked[];
}

/** Without an order's number a line is known by its amount and time: the clocks of a till and a terminal differ so much. */
export const clockTolerance = 15 * 60_000;

/**
 * First by order number and amount, then by amount and nearest time where a line has no number, then by order number with
 * another amount. Each line and each payment is used once, whatever the order that they come in.
 */
export function compare(lines: readonly Stated[], payments: readonly Booked[]): Comparison {
  const left = new Set([...payments].sort(byTime));
  const open = new Set([...lines].sort(byTime));
  const pair = (fits: (line: Stated, payment: Booked) => boolean, within = Number.POSITIVE_INFINITY) => {
    const pairs: { line: Stated; payment: Booked }[] = [];
    const index = byAmountOrOrder(left);
    for (const line of open) {
      const near = index(line).filter((payment) => left.has(payment) && fits(line, payment));
      const payment = near.sort((one, other) => apart(line, one) - apart(line, other) || one.id - other.id)[0];
      if (!payment || apart(line, payment) > within) continue;
      pairs.push({ line, payment });
      left.delete(payment);
      open.delete(line);
    }
    return pairs;
  };
  const sameOrder = (line: Stated, payment: Booked) => line.orderNo !== "" && line.orderNo === payment.orderNo;
  const matched = [
    ...pair((line, payment) => sameOrder(line, payment) && line.amount === payment.amount),
    ...pair((line, payment) => line.orderNo === "" && line.amount === payment.amount, clockTolerance),
  ];
  const differs = pair(
    (line, payment) => sameOrder(line, payment) && Math.sign(line.amount) === Math.sign(payment.amount),
  );
  return { matched, differs, missingHere: [...open], missingThere: [...left] };
}

const byTime = (one: { at: Date; id: number }, other: { at: Date; id: number }) =>
  one.at.getTime() - other.at.getTime() || one.id - other.id;
const apart = (line: Stated, payment: Booked) => Math.abs(line.at.getTime() - payment.at.getTime());

/** Payments that a line may be: those of its order, or without one those of its amount. So a day of thousands is no square. */
function byAmountOrOrder(payments: Iterable<Booked>): (line: Stated) => Booked[] {
  const found = new Map<string | number, Booked[]>();
  const put = (key: string | number, payment: Booked) => {
    const there = found.get(key);
    if (there) there.push(payment);
    else found.set(key, [payment]);
  };
  for (const payment of payments) {
    put(payment.orderNo, payment);
    put(payment.amount, payment);
  }
  return ({ orderNo, amount }) => found.get(orderNo === "" ? amount : orderNo) ?? [];
}
