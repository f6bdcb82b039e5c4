/** Screens of announcements: the page of a reader, the readers on the page of one, and what is unread on the workbench. */
import { announcementOpen, announcementStanding, announcementsUnread } from "../../contract/announcement/announcement";
import { m } from "../../contract/messages";
import { type BlockView, homeBlock } from "../home-block";
import { rowBlocks } from "../row-block";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";

const unread = homeBlock(1, announcementsUnread, ({ n, first }): BlockView | null =>
  n === 0
    ? null
    : {
        kind: "rows",
        title: m.announce_home_n({ n }),
        to: "/message?kind=announcement",
        none: "",
        rows: first.map(({ id, title, important, at, by }) => ({
          text: title,
          note: m.announce_by({ by, at }),
          to: `/message/announcement/${id}`,
          ...(important && { value: m.announce_to_confirm(), tone: "warn" as const }),
        })),
      },
);

const listOf = (id: number, isRead: boolean) => `/system/announcementReaders?announcementId=${id}&isRead=${isRead}`;

const readers = rowBlocks(announcementStanding, ({ published, read, of, tenants }, id): (BlockView | null)[] => [
  {
    kind: "rows",
    title: m.announce_readers(),
    none: m.announce_no_readers(),
    rows: !published
      ? []
      : [
          {
            text: m.announce_has_read(),
            value: m.announce_n_of_m({ n: read, m: of }),
            share: of === 0 ? null : read / of,
            to: listOf(id, true),
          },
          { text: m.announce_has_not(), value: m.announce_n({ n: of - read }), to: listOf(id, false) },
        ],
  },
  tenants.length === 0
    ? null
    : {
        kind: "rows",
        title: m.announce_tenants(),
        none: "",
        rows: tenants.map((tenant) => ({
          text: tenant.name,
          value: m.announce_n_of_m({ n: tenant.read, m: tenant.of }),
          share: tenant.of === 0 ? null : tenant.read / tenant.of,
        })),
      },
]);

export const announcement: ScreenManifest = {
  details: { announcement: rowPage },
  rows: { announcement: readers },
  pages: [page("/message/announcement/:id", "announcement/read.tsx", announcementOpen)],
  home: [unread],
};
