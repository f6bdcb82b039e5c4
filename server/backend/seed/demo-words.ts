/**
 * The words of the demonstration in the language that it is set up in: its rows hold one name each, and are written in
 * Chinese where they stand. A phrase that is not listed is somebody's name, and romanised.
 */
import { pinyin } from "pinyin-pro";
import { surnames } from "./people";

export type DemoLanguage = "zh-CN" | "en";
/** What a Chinese phrase is called in the demonstration's language; a business may bring the English beside it. */
export type Say = (chinese: string, english?: string) => string;

/** `unlisted`: what becomes of a phrase that no list has and that is nobody's name. Tests refuse it. */
export function sayIn(language: DemoLanguage, unlisted: "romanise" | "refuse" = "romanise"): Say {
  if (language === "zh-CN") return (chinese) => chinese;
  return (chinese, own) => {
    const listed = own ?? english[chinese];
    if (listed !== undefined || !/\p{Script=Han}/u.test(chinese)) return listed ?? chinese;
    if (unlisted === "refuse" && !isName(chinese)) throw new Error(`the demonstration has no English for ${chinese}`);
    return romanised(chinese);
  };
}

/** Of people whom the businesses name themselves, beside those that are invented. */
const others = "沈姜戴夏钟汪任方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙段雷钱汤尹黎易常武乔贺赖龚施洪魏薛叶阎丁";

/** A surname, and one or two characters. */
const isName = (phrase: string) =>
  /^\p{Script=Han}{2,3}$/u.test(phrase) && [...surnames, ...others].includes(phrase.charAt(0));

/** Surname first, as its bearer says it: Wang Xiuying. */
function romanised(name: string): string {
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const sounds = (text: string) => capital(pinyin(text, { toneType: "none", type: "array", v: true }).join(""));
  return `${sounds(name.slice(0, 1))} ${sounds(name.slice(1))}`.trim();
}

const english: Readonly<Record<string, string>> = {
  "青云山门票 150×60": "Qingyun ticket 150×60",
  西门快捷页: "West Gate quick page",
  "票价：": "Price:",
  "时段：": "Slot:",
  "持票人：": "Holder:",
  入园: "Admission",
  优待: "Concessions",
  儿童免票: "Child, free",
  "身高（1.2 米线）": "Height (1.2 m mark)",
  未成年人: "Under 18",
  身份证或户口簿: "ID card or household register",
  全日制学生: "Full-time student",
  学生证: "Student card",
  "60 周岁及以上": "60 and over",
  身份证: "ID card",
  现役及退役军人: "Serving soldier or veteran",
  "军官证、士兵证或优待证": "Military ID or veteran card",
  残疾人: "Disabled visitor",
  残疾人证: "Disability card",
  "儿童免票（1.2 米及以下）": "Child free (up to 1.2 m)",
  学生票: "Student",
  实名长者票: "Senior, named",
  "古道博物馆（免费预约）": "Old Path Museum (free, reserved)",
  古道博物馆名额: "Old Path Museum places",
  青云山风景区: "Qingyun Mountain Park",
  "浙江省杭州市临安区青云路 1 号": "1 Qingyun Road, Lin'an, Hangzhou, Zhejiang",
  "国家 AAAA 级旅游景区，以云海、瀑布和古道闻名。":
    "An AAAA national tourist attraction, known for its seas of clouds, waterfalls and old mountain paths.",
  碧湖水上乐园: "Jade Lake Water Park",
  "浙江省杭州市临安区碧湖大道 88 号": "88 Bihu Avenue, Lin'an, Hangzhou, Zhejiang",
  "四季恒温的室内外水上乐园，每天三场水秀。":
    "Indoor and outdoor pools, warm all year round, with three water shows a day.",
  东门闸机组: "East Gate",
  西门闸机组: "West Gate",
  索道闸机组: "Cable Car",
  乐园主入口: "Main Entrance",
  水秀剧场: "Water Show Theatre",
  "东门 1 号闸机": "East Gate 1",
  "东门 2 号闸机": "East Gate 2",
  东门出口: "East Gate Exit",
  "西门 1 号闸机": "West Gate 1",
  索道下站闸机: "Cable Car Lower Station",
  "乐园 1 号闸机": "Main Entrance 1",
  "乐园 2 号闸机": "Main Entrance 2",
  剧场闸机: "Theatre Door",
  "游客中心 1 号窗": "Visitor Centre Window 1",
  "游客中心 2 号窗": "Visitor Centre Window 2",
  "1 号窗": "Window 1",
  "2 号窗": "Window 2",
  西门售票亭: "West Gate Kiosk",
  西门: "West Gate",
  乐园服务台: "Water Park Service Desk",
  服务台: "Service Desk",
  成人票: "Adult",
  "儿童票（1.2–1.5 米）": "Child (1.2–1.5 m)",
  "长者票（60–69 岁）": "Senior (60–69)",
  "家庭票（两大一小）": "Family (2 adults, 1 child)",
  实名预约票: "Adult, booked by name",
  三日畅游票: "Three-day pass",
  索道往返票: "Cable car return",
  观光车票: "Shuttle bus",
  乐园成人日场票: "Water park adult",
  乐园儿童日场票: "Water park child",
  水秀演出票: "Water show",
  乐园双人票: "Water park for two",
  夏夜狂欢票: "Summer night",
  冬季戏雪票: "Snow play",
  山水联票: "Mountain and lake",
  "青云山 + 碧湖乐园": "Qingyun Mountain + Jade Lake",
  青云任选票: "Qingyun any two",
  合作协议第七条: "Clause 7 of the agreement",
  青云三选二: "Any two of three",
  山顶滑道: "Summit Slide",
  山顶滑道闸机: "Summit Slide Gate",
  云顶栈道: "Glass Walk",
  云顶栈道闸机: "Glass Walk Gate",
  青云任选票分账: "Shares of Qingyun any two",
  景区: "Park",
  索道: "Cable car",
  意外险: "Accident insurance",
  青云索道公司: "Qingyun Cableways",
  人保财险: "PICC Insurance",
  周末价: "Weekend",
  法定节假日价: "Public holiday",
  网络预订优惠: "Online offer",
  工作日特惠: "Weekday offer",
  午场特惠: "Morning show offer",
  青云山日承载量: "Qingyun daily capacity",
  索道运力: "Cable car capacity",
  实名预约名额: "Bookings by name",
  水秀剧场座位: "Theatre seats",
  员工亲友票: "Staff family and friends",
  冬季推广: "Winter promotion",
  老客户: "Regular customer",
  已过约定时间: "Past the agreed time",
  行程有变: "Change of plans",
  天气原因: "Weather",
  买错日期: "Wrong date",
  同行人无法到场: "Companion could not come",
  身体不适: "Unwell",
  重复购买: "Bought twice",
  系统管理员: "Administrator",
  王经理: "Wang Yun",
  李售票: "Li Na",
  张验票: "Zhang Wei",
  总经理办公室: "General Manager's Office",
  总经理: "General manager",
  行政主管: "Office manager",
  法务专员: "Legal officer",
  票务部: "Ticketing",
  票务经理: "Ticketing manager",
  票务主管: "Ticketing supervisor",
  售票组: "Sales team",
  售票员: "Cashier",
  售票班长: "Head cashier",
  检票组: "Gate team",
  检票员: "Gate attendant",
  检票班长: "Head gate attendant",
  市场营销部: "Marketing",
  市场经理: "Marketing manager",
  渠道组: "Channels",
  旅行社业务员: "Travel agency account manager",
  网络渠道专员: "Online channels officer",
  策划组: "Events",
  活动策划: "Event planner",
  新媒体运营: "Social media officer",
  游客服务中心: "Visitor Services",
  服务经理: "Service manager",
  讲解员: "Guide",
  咨询专员: "Information officer",
  工程设备部: "Engineering",
  设备主管: "Equipment supervisor",
  电工: "Electrician",
  闸机维护员: "Gate technician",
  水暖工: "Plumber",
  财务部: "Finance",
  财务经理: "Finance manager",
  会计: "Accountant",
  出纳: "Treasurer",
  安全保卫部: "Security",
  安保队长: "Head of security",
  安保员: "Security guard",
  信息中心: "IT",
  网络工程师: "Network engineer",
};
