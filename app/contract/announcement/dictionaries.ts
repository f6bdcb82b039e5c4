/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const announcementDictionaries = dictionaries({
  announcementState: {
    name: ["公告状态", "Announcement status"],
    items: [
      ["draft", "草稿", "Draft", "calm"],
      ["published", "已发布", "Published", "good"],
      ["withdrawn", "已撤回", "Withdrawn", "bad"],
    ],
  },
  announcementAudience: {
    name: ["公告对象", "Addressees of announcements"],
    items: [
      ["all", "全体人员", "Everybody"],
      ["chosen", "指定角色、部门或景区", "Chosen roles, departments or parks"],
      ["tenants", "全部租户", "All tenants"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    announcement: typeof announcementDictionaries;
  }
}
