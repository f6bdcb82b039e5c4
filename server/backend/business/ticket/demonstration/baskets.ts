/** What visitors buy together, when they come, and how they pay: the demonstration's rhythm. */
import type { Chance } from "../../../seed/people";

export type Channel = "window" | "network" | "mobile" | "selfService";

type Basket = readonly (readonly [code: string, quantity: number])[];

const baskets: [Basket, number][] = [
  [[["QYS-ADT", 2]], 30],
  [[["QYS-ADT", 1]], 14],
  [
    [
      ["QYS-ADT", 2],
      ["QYS-CHD", 1],
    ],
    18,
  ],
  [
    [
      ["QYS-ADT", 1],
      ["QYS-CHD", 1],
    ],
    6,
  ],
  [
    [
      ["QYS-ADT", 2],
      ["QYS-CBL", 2],
    ],
    10,
  ],
  [
    [
      ["QYS-ADT", 2],
      ["QYS-SNR", 2],
      ["QYS-CHD", 1],
    ],
    5,
  ],
  [[["QYS-SNR", 2]], 8],
  [[["QYS-FAM", 1]], 8],
  [[["QYS-RN", 2]], 4],
  [[["QYS-RN", 1]], 3],
  [[["QYS-3D", 1]], 2],
  [[["QYS-CBL", 3]], 4],
  [[["QYS-BUS", 2]], 6],
  [[["BH-ADT", 2]], 9],
  [
    [
      ["BH-ADT", 2],
      ["BH-CHD", 1],
    ],
    7,
  ],
  [
    [
      ["BH-ADT", 2],
      ["BH-SHW", 2],
    ],
    5,
  ],
  [[["BH-SHW", 2]], 5],
  [[["BH-DUO", 1]], 4],
];

/** Sold by nobody but the window. */
const windowOnly = new Set(["QYS-BUS"]);

export function basketOf(chance: Chance, channel: Channel): Basket {
  for (;;) {
    const basket = chance.draw(baskets);
    if (channel === "window" || !basket.some(([code]) => windowOnly.has(code) || code === "QYS-3D")) return basket;
  }
}

/** Orders made on a day by channel: twice as many at weekends, more still on holidays, and the weather. */
export function ordersOf(chance: Chance, kind: "working" | "weekend" | "holiday"): [Channel, number][] {
  const weather = 0.75 + chance.next() * 0.5;
  const factor = weather * { working: 1, weekend: 2, holiday: 3.2 }[kind];
  const about = (orders: number) => Math.round(orders * factor * (0.9 + chance.next() * 0.2));
  return [
    ["window", about(34)],
    ["selfService", about(7)],
    ["network", about(9)],
    ["mobile", about(6)],
  ];
}

const counterHours: [number, number][] = [
  [8, 10],
  [9, 22],
  [10, 20],
  [11, 12],
  [12, 6],
  [13, 10],
  [14, 10],
  [15, 6],
  [16, 4],
];
const onlineHours: [number, number][] = [
  [7, 3],
  [8, 6],
  [9, 8],
  [10, 8],
  [11, 6],
  [12, 7],
  [13, 6],
  [14, 6],
  [15, 6],
  [16, 6],
  [18, 6],
  [19, 9],
  [20, 12],
  [21, 12],
  [22, 7],
];

/** Milliseconds into the day. */
export function timeOfSale(chance: Chance, channel: Channel): number {
  const hour = chance.draw(channel === "window" || channel === "selfService" ? counterHours : onlineHours);
  return ((hour * 60 + chance.integer(0, 59)) * 60 + chance.integer(0, 59)) * 1000;
}

/** Days between order and visit. */
export function leadOf(chance: Chance, channel: Channel): number {
  if (channel === "window" || channel === "selfService") return chance.happens(0.03) ? 1 : 0;
  return chance.draw([
    [0, 20],
    [1, 40],
    [2, 16],
    [3, 10],
    [5, 8],
    [7, 6],
  ]);
}

export function paymentOf(chance: Chance, channel: Channel): string {
  if (channel !== "window") return chance.happens(0.62) ? "wechat" : "alipay";
  return chance.draw([
    ["wechat", 48],
    ["alipay", 26],
    ["cash", 17],
    ["card", 6],
    ["unionpay", 3],
  ]);
}

export const refundReasons = ["行程有变", "天气原因", "买错日期", "同行人无法到场", "身体不适", "重复购买"];
