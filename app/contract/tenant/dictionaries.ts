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
  clearingScope: {
    name: ["清理范围", "What was cleared"],
    items: [
      ["records", "业务记录", "Business records", "calm"],
      ["settings", "业务记录与业务配置", "Records and settings", "calm"],
      ["traces", "日志与消息", "Logs and messages", "calm"],
      ["whole", "整个租户", "The whole tenant", "bad"],
    ],
  },
  clearingState: {
    name: ["清理状态", "State of a clearing"],
    items: [
      ["archiving", "正在存档", "Archiving", "accent"],
      ["clearing", "正在清理", "Clearing", "accent"],
      ["cleared", "已清理", "Cleared", "good"],
      ["restoring", "正在恢复", "Putting back", "accent"],
      ["restored", "已恢复", "Put back", "good"],
      ["destroyed", "存档已销毁", "Archive destroyed", "calm"],
      ["failed", "未执行", "Not done", "bad"],
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
