/** An important announcement, one to read, one that is over and a draft. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import { rowsOf } from "../../../kernel/rows";
import type { DemoPeople } from "../../manifest";

const texts = [
  {
    title: ["节假日客流高峰值班安排", "Duty during the holiday peak"],
    body: [
      "<p>节假日期间各检票口须提前 <strong>30 分钟</strong>到岗，当班不得脱岗。</p>",
      "<p>During the holiday every gate is manned <strong>30 minutes</strong> early; nobody leaves their post.</p>",
    ],
    important: true,
    from: -1,
  },
  {
    title: ["售票窗口更换小票纸", "New receipt paper at the windows"],
    body: ["<p>请到仓库领取新规格小票纸。</p>", "<p>Please fetch the new receipt paper from the store.</p>"],
    important: false,
    from: -2,
  },
  {
    title: ["系统夜间维护通知", "Maintenance at night"],
    body: ["<p>维护期间暂停售票。</p>", "<p>No tickets are sold during maintenance.</p>"],
    important: false,
    from: -20,
    until: -19,
  },
] as const;

export async function seedAnnouncements(tx: Transaction, { manager, say }: DemoPeople, now: Date): Promise<void> {
  const [there] = await rowsOf<{ one: number }>(tx, sql`select 1 as one from announcement limit 1`);
  if (there) return;
  const day = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000).toISOString();
  for (const { title, body, important, from, ...rest } of texts) {
    const until = "until" in rest ? day(rest.until) : null;
    await tx.execute(sql`
      insert into announcement (title, body, important, published_at, published_by, visible_until, status)
      values (
        ${say(title[0], title[1])}, ${say(body[0], body[1])}, ${important}, ${day(from)}::timestamptz, ${manager.name},
        ${until}::timestamptz, 'published'
      )
    `);
  }
  await tx.execute(sql`
    insert into announcement (title, body)
    values (${say("消防演练方案（草稿）", "Fire drill (draft)")}, ${say("<p>待定。</p>", "<p>To be settled.</p>")})
  `);
}
