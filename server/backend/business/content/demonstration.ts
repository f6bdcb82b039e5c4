/** Three kinds of content with a few items: published, shown for a time, over, withdrawn, and a draft. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { rowsOf } from "../../kernel/rows";
import type { DemoPeople } from "../manifest";

interface Shown {
  model: string;
  title: [chinese: string, english: string];
  summary?: [chinese: string, english: string];
  body: [chinese: string, english: string];
  status?: "draft" | "withdrawn";
  /** Days from now between which it is shown. */
  from?: number;
  until?: number;
}

const models = [
  ["游客公告", "Visitor notices", "开放时间、停运、天气", "Opening hours, suspensions, weather"],
  ["景区动态", "News", "活动与新闻", "Events and news"],
  ["游玩攻略", "Guides", "路线、交通、注意事项", "Routes, transport, what to bring"],
] as const;

const items: readonly Shown[] = [
  {
    model: "游客公告",
    title: ["冬季开放时间调整", "Winter opening hours"],
    summary: ["即日起执行冬季开放时间", "Winter hours apply from today"],
    body: [
      "<p>即日起景区开放时间调整为 <strong>08:30–16:30</strong>，15:30 停止入园。</p><p>请合理安排行程。</p>",
      "<p>The park now opens <strong>08:30–16:30</strong>; last admission is at 15:30.</p><p>Please plan your visit.</p>",
    ],
    until: 90,
  },
  {
    model: "游客公告",
    title: ["索道年检停运通知", "Cable car closed for inspection"],
    body: [
      "<p>索道将进行年度检修，期间停止运营，步道正常开放。</p>",
      "<p>The cable car is closed for its yearly inspection. Footpaths stay open.</p>",
    ],
    from: 14,
    until: 21,
  },
  {
    model: "景区动态",
    title: ["红叶节圆满落幕", "Maple Festival ends"],
    summary: ["感谢各位游客", "Thanks to all our visitors"],
    body: [
      "<p>为期三周的红叶节圆满落幕，感谢各位游客的支持。</p>",
      "<p>Three weeks of the Maple Festival have ended. Thank you for coming.</p>",
    ],
  },
  {
    model: "景区动态",
    title: ["暑期夜游活动", "Summer night tours"],
    body: [
      "<p>暑期夜游每晚 19:00 开始，凭当日门票免费参加。</p>",
      "<p>Night tours start at 19:00, free with the day's ticket.</p>",
    ],
    status: "withdrawn",
  },
  {
    model: "游玩攻略",
    title: ["一日游推荐路线", "One day in the park"],
    summary: ["东门进、西门出，全程约 6 小时", "In by the East Gate, out by the West Gate, about six hours"],
    body: [
      "<p>东门 → 游客中心 → 索道上站 → 观景台 → 竹林步道 → 西门。</p><p>建议自备饮用水，穿防滑鞋。</p>",
      "<p>East Gate → visitor centre → cable car → viewing platform → bamboo path → West Gate.</p><p>Bring water and shoes with grip.</p>",
    ],
  },
  {
    model: "游玩攻略",
    title: ["雨天游玩建议", "On a rainy day"],
    body: ["<p>雨天路滑，建议游览展馆与室内剧场。</p>", "<p>Paths are slippery: visit the museum and the theatre.</p>"],
    status: "draft",
  },
];

/** Once: where there is a model, everything is left as it is. */
export async function seedContent(tx: Transaction, { manager, say }: DemoPeople, now: Date): Promise<void> {
  const [there] = await rowsOf(tx, sql`select 1 from content_model limit 1`);
  if (there) return;
  const ids = new Map<string, number>();
  for (const [name, english, remark, englishRemark] of models) {
    const [made] = await rowsOf<{ id: number }>(
      tx,
      sql`
        insert into content_model (name, remark) values (${say(name, english)}, ${say(remark, englishRemark)})
        returning id::float8 as id
      `,
    );
    if (made) ids.set(name, made.id);
  }
  await tx.execute(sql`
    insert into content_model_field (content_model_id, position, label, kind, required)
    values
      (${ids.get("游玩攻略") ?? null}, 0, ${say("建议时长（小时）", "Hours to plan")}, 'number', false),
      (${ids.get("游玩攻略") ?? null}, 1, ${say("出发地", "Starts at")}, 'text', false)
  `);
  for (const [place, one] of items.entries()) {
    const { title, summary, body, status = "published", from, until } = one;
    const wasPublished = status !== "draft";
    const day = (days: number | undefined) =>
      days === undefined
        ? sql`null`
        : sql`date_trunc('day', ${now.toISOString()}::timestamptz) + ${days} * interval '1 day'`;
    const published = sql`${now.toISOString()}::timestamptz - interval '1 day'`;
    const text = sql`${say(...title)}, ${summary ? say(...summary) : null}, ${say(...body)}`;
    await tx.execute(sql`
      with item as (
        insert into content_item (
          content_model_id, title, summary, body, sort, visible_from, visible_until, status, version, published_at
        )
        values (
          ${ids.get(one.model) ?? null}, ${text}, ${(place + 1) * 10}, ${day(from)}, ${day(until)}, ${status},
          ${wasPublished ? 1 : null}, ${wasPublished ? published : sql`null`}
        )
        returning id
      )
      insert into content_version (content_item_id, number, title, summary, body, published_at, published_by)
      select id, 1, ${text}, ${published}, ${manager.name} from item where ${wasPublished}
    `);
  }
}
