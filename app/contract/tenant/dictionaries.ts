/** Dictionaries of a first start: how tenants stand, and what became of applications and of data migrations. */
import { dictionaries } from "../dictionary-declaration";

export const tenantDictionaries = dictionaries({
  tenantStanding: {
    name: ["租户服务状态", "Tenant standing"],
    items: [
      ["open", "正常", "In service", "good"],
      ["warned", "即将到期", "Expiring", "accent"],
      ["reading", "只读", "Read only", "bad"],
      ["shut", "已停用", "Shut", "calm"],
    ],
  },
  tenantApplicationState: {
    name: ["入驻申请状态", "Application status"],
    items: [
      ["submitted", "待审核", "Submitted", "accent"],
      ["approved", "已通过", "Approved", "good"],
      ["opened", "已开通", "Opened", "good"],
      ["rejected", "已驳回", "Rejected", "bad"],
    ],
  },
  dataMigrationState: {
    name: ["数据迁移状态", "Data migration status"],
    items: [
      ["running", "进行中", "Under way", "accent"],
      ["done", "已完成", "Done", "good"],
      ["undone", "已撤销", "Undone", "calm"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    tenant: typeof tenantDictionaries;
  }
}
