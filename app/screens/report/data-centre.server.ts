/** What the wall shows, translated and formatted; or why it shows nothing. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import { dataCentre } from "~/contract/report/data-centre";
import { groupReport } from "~/contract/tenant/group-report";
import { headOffice } from "~/contract/wire";
import { mayOpen } from "../rights.server";
import type { MapTile } from "./province-map";
import { provinceTiles } from "./province-tiles";

interface Figures {
  asOf: string;
  today: [label: string, value: string][];
  days: { day: string; label: string; share: number }[];
  head: string[];
  corps: string[][];
  dayRows: string[][];
  /** Null where the caller does not see all tenants. */
  more: More | null;
}

interface More {
  loads: { name: string; cells: string[]; level: "calm" | "near" | "full" }[];
  alarms: { corp: string; says: string; bad: boolean }[];
  map: MapTile[];
  provinces: string[][];
}

export interface Wall {
  figures: Figures | null;
  notice: string;
  signIn: boolean;
  status: number;
}

export async function wallView(context: AppLoadContext): Promise<Wall> {
  if (!context.user) return { figures: null, notice: m.frames_wall_sign_in(), signIn: true, status: 401 };
  if (!(await isShown(context))) {
    return { figures: null, notice: m.frames_wall_closed(), signIn: false, status: 403 };
  }
  const wall = await context.dispatch.call(dataCentre, { more: true });
  const { day, days, corps } = wall;
  const most = Math.max(1, ...days.map(({ sales }) => sales));
  const today = days.at(-1);
  const cells = (row: (typeof days)[number] | (typeof corps)[number]) => [
    formatYuan(row.sales),
    formatYuan(row.refunds),
    String(row.payments),
    String(row.admissions),
  ];
  return {
    notice: "",
    signIn: false,
    status: 200,
    figures: {
      asOf: m.frames_wall_as_of({ day }),
      today: today
        ? [
            [m.frames_wall_sales(), `¥${formatYuan(today.sales)}`],
            [m.frames_wall_refunds(), `¥${formatYuan(today.refunds)}`],
            [m.frames_wall_payments(), String(today.payments)],
            [m.frames_wall_admissions(), String(today.admissions)],
          ]
        : [],
      days: days.map((one) => ({
        day: one.day.slice(5),
        label: `${one.day} ¥${formatYuan(one.sales)}`,
        share: one.sales / most,
      })),
      head: [
        isHeadOffice(context) ? m.frames_wall_corp() : m.corp_group_member(),
        m.frames_wall_sales(),
        m.frames_wall_refunds(),
        m.frames_wall_payments(),
        m.frames_wall_admissions(),
      ],
      corps: corps.map((row) => [row.name, ...cells(row)]),
      dayRows: days.toReversed().map((row) => [row.day, ...cells(row)]),
      more: wall.provinces.length > 0 ? moreOf(wall, context.preferences.locale) : null,
    },
  };
}

type Answer = AnswerOf<typeof dataCentre>;

function moreOf({ loads, alarms, provinces }: Answer, locale: string): More {
  const byCode = new Map(provinces.map((one) => [one.province, one]));
  const most = Math.max(1, ...provinces.map(({ admissions }) => admissions));
  const names = new Map(provinceTiles(locale).map(({ code, name }) => [code, name]));
  return {
    loads: loads.map(({ corp, park, people, dayMax, inside, momentMax, level }) => ({
      ...{ name: `${park} · ${corp}`, level },
      cells: [`${people} / ${dayMax}`, inside === null ? m.frames_wall_uncounted() : `${inside} / ${momentMax}`],
    })),
    alarms,
    map: provinceTiles(locale).map(({ name, ...tile }) => {
      const own = byCode.get(tile.code);
      if (!own) return { ...tile, says: "", figure: "", level: 0 };
      const { parks, admissions: n } = own;
      const level = n === 0 ? 1 : 1 + Math.ceil((n * 3) / most);
      return { ...tile, says: m.frames_wall_province_of({ name, parks, n }), figure: String(n), level };
    }),
    provinces: provinces.map(({ province, parks, admissions }) => [
      names.get(province) ?? m.frames_wall_no_province(),
      String(parks),
      String(admissions),
    ]),
  };
}

const isHeadOffice = ({ user }: AppLoadContext): boolean => user?.corpCode === headOffice;

/** To head office in the SaaS edition, and to who reads for a group: their menu has its report while their corp leads one. */
async function isShown(context: AppLoadContext): Promise<boolean> {
  if (!isHeadOffice(context)) return mayOpen(context, groupReport.fun);
  return (await context.parameter("isSaasEdition")) === "T";
}
