/** Invented people and chances; the same ones at every start. */
import { checkedIdentity } from "./identity";

export type Chance = ReturnType<typeof chance>;

/** A generator of chances with a seed (mulberry32): a demonstration looks the same wherever it starts. */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    happens: (share: number) => next() < share,
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    /** By weight. */
    draw<T>(items: readonly (readonly [T, number])[]): T {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      throw new Error("nothing to draw from");
    },
  };
}

export const surnames = [..."王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余"];
const givenNames = [
  "伟",
  "芳",
  "娜",
  "敏",
  "静",
  "磊",
  "强",
  "洋",
  "艳",
  "勇",
  "杰",
  "娟",
  "涛",
  "明",
  "超",
  "霞",
  "平",
  "刚",
  "玲",
  "燕",
  "秀英",
  "桂兰",
  "建国",
  "建华",
  "志强",
  "志明",
  "海燕",
  "海波",
  "晓东",
  "晓丽",
  "雪梅",
  "春梅",
  "文博",
  "文静",
  "子涵",
  "子轩",
  "梓萱",
  "浩然",
  "浩宇",
  "雨欣",
  "雨桐",
  "思远",
  "思琪",
  "嘉怡",
  "嘉豪",
  "欣怡",
  "俊杰",
  "俊熙",
  "一诺",
  "若曦",
];
const mobilePrefixes = [
  "133",
  "135",
  "136",
  "138",
  "139",
  "150",
  "151",
  "158",
  "159",
  "177",
  "180",
  "186",
  "188",
  "189",
];
const regions = ["110101", "310104", "320102", "330106", "340104", "370102", "410105", "420106", "430104", "510104"];

export function personName({ pick }: Chance): string {
  return pick(surnames) + pick(givenNames);
}

export function mobileOf({ pick, integer }: Chance): string {
  return pick(mobilePrefixes) + String(integer(0, 99_999_999)).padStart(8, "0");
}

export function identityOf({ pick, integer }: Chance): string {
  const born = `${integer(1955, 2012)}${String(integer(1, 12)).padStart(2, "0")}${String(integer(1, 28)).padStart(2, "0")}`;
  return checkedIdentity(`${pick(regions)}${born}${String(integer(1, 999)).padStart(3, "0")}`);
}
