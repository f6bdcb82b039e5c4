/** Pictures of the demonstration's parks, drawn for it: files as any upload makes them, held by their parks. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Database } from "../../../db/database";
import type { FileStore } from "../../../files/store";

const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" width="960" height="540">${inside}</svg>`;

const photos = [
  {
    park: "QYS",
    path: `/images/${headOffice}/202611/demonstrationmountain00000.svg`,
    name: "qingyun-mountain.svg",
    svg: drawing(`
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fc7de"/><stop offset=".7" stop-color="#f6e3c5"/></linearGradient></defs>
<rect width="960" height="540" fill="url(#s)"/><circle cx="720" cy="130" r="46" fill="#fff3d1"/>
<path d="M0 330 140 210l90 70 130-150 120 130 110-90 150 140 110-80 110 90v230H0z" fill="#8fb3b5"/>
<path d="M0 400 180 250l110 110 120-170 150 190 120-100 130 120 150-60v200H0z" fill="#4d8387"/>
<path d="M410 190l34 44-20 10-16-20-22 26-14-8z" fill="#fff"/>
<path d="M0 380q120-30 240 0t240 0 240 0 240 0v50q-120 26-240 0t-240 0-240 0-240 0z" fill="#fff" opacity=".75"/>
<path d="M0 470q160-70 330-30t330-10 300 10v100H0z" fill="#1f5b52"/>
<path d="M80 500l22-70 22 70zm60 10 18-58 18 58zm620-20 22-74 22 74zm70 14 18-58 18 58z" fill="#123f3a"/>
<path d="M300 120 900 330" stroke="#3b4a4f" stroke-width="3"/><g fill="#c8452f"><rect x="508" y="206" width="46" height="34" rx="6"/><rect x="700" y="274" width="46" height="34" rx="6"/></g>
<path d="M470 540q20-60-10-90 60 20 70 90z" fill="#e8dcc0"/>`),
  },
  {
    park: "BH",
    path: `/images/${headOffice}/202611/demonstrationwaterpark0000.svg`,
    name: "jade-lake.svg",
    svg: drawing(`
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6fb7e6"/><stop offset="1" stop-color="#d9f1f7"/></linearGradient></defs>
<rect width="960" height="540" fill="url(#s)"/><circle cx="180" cy="110" r="52" fill="#ffe08a"/>
<path d="M0 300q200-80 420-30t540-20v120H0z" fill="#6fae82"/>
<rect y="330" width="960" height="210" fill="#2aa5b8"/>
<path d="M0 370q60-16 120 0t120 0 120 0 120 0 120 0 120 0 120 0 120 0v170H0z" fill="#1d8ea3"/>
<path d="M0 440q60-16 120 0t120 0 120 0 120 0 120 0 120 0 120 0 120 0v100H0z" fill="#15758a"/>
<g fill="none" stroke-linecap="round" stroke-width="26"><path d="M620 120q140 20 120 90t-140 70q-60 30 20 70" stroke="#f08a3c"/><path d="M700 110q170 60 130 130t-100 60q-50 30 0 60" stroke="#e5567a"/></g>
<path d="M600 330V120h130v210" fill="none" stroke="#44565c" stroke-width="8"/><path d="M585 122l80-56 80 56z" fill="#c8452f"/>
<g stroke="#fff" stroke-width="6" fill="none" opacity=".9"><path d="M300 400V210M300 400q-70-150-90-20M300 400q70-150 90-20M300 400q-40-210-56-60M300 400q40-210 56-60"/></g>
<circle cx="460" cy="450" r="34" fill="none" stroke="#ffd34d" stroke-width="18"/><circle cx="140" cy="470" r="28" fill="none" stroke="#ff7d6b" stroke-width="16"/>`),
  },
] as const;

/** Once: a park that has a photo, or had this one, is left as it is. */
export async function seedPhotos(database: Database, store: FileStore, now = new Date()): Promise<void> {
  for (const { park, path, name, svg } of photos) {
    const bytes = new TextEncoder().encode(svg);
    const isNew = await database.system(async (tx) => {
      await tx.execute(sql`select set_config('app.corp_code', ${headOffice}, true)`);
      const at = sql`${now.toISOString()}::timestamptz`;
      const { rows } = await tx.execute<{ id: number }>(sql`
        update park
        set photos = ${path}
        where corp_code = ${headOffice}
          and code = ${park}
          and coalesce(photos, '') = ''
          and not exists (select from stored_file f where f.corp_code = ${headOffice} and f.path = ${path})
        returning id
      `);
      const [held] = rows;
      if (!held) return false;
      await tx.execute(sql`
        insert into stored_file (
          corp_code, path, kind, name, content_type, size, width, height, is_public, state, since, source, account_id, created_at
        )
        values (
          ${headOffice}, ${path}, 'image', ${name}, 'image/svg+xml', ${bytes.length}, 960, 540, false, 'kept', ${at}, 'manage', 1, ${at}
        )
      `);
      await tx.execute(sql`
        insert into file_use (corp_code, thing, thing_id, field, path)
        values (${headOffice}, 'park', ${held.id}, 'photos', ${path})
      `);
      return true;
    });
    if (isNew) await store.put(path.slice(1), bytes, "image/svg+xml");
  }
}
