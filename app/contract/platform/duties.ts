/**
 * The three administrators: where a corp chooses so (`dividedAdministration`), nobody has rights of two of these duties, and
 * nobody has all rights. `duty_of` of the database says the same; a test holds them together.
 */
export const duties = ["system", "security", "audit"] as const;
export type Duty = (typeof duties)[number];

const functionsOf: Readonly<Record<Duty, readonly string[]>> = {
  audit: ["auditList", "signInLog", "callLog", "selfAudit"],
  security: ["sysRoleList", "onlineList", "sysAccessApplication"],
  system: [
    ...["paramList", "menuManage", "addApp", "scheduleTaskList", "systemHealth", "personalData", "webhookList"],
    ...["messageHookList", "exportStoreList", "ownFieldList", "completeList", "dataMigration", "clearTenantData"],
  ],
};

/** Of operators: who makes accounts gives them no rights. */
const buttonsOf: Readonly<Record<Duty, readonly string[]>> = {
  audit: [],
  security: ["operator:grant", "operator:factor", "operator:signOut", "user:unlock"],
  system: ["operator:add", "operator:remove", "operator:suspend", "operator:reset"],
};

/** Without these a duty is nobody's: dividing is refused until an account that is active has them. */
export const neededOf: Readonly<Record<Duty, readonly string[]>> = {
  system: ["userManage", "userManage/operator:add", "paramList"],
  security: ["userManage", "userManage/operator:grant", "userManage/operator:edit", "sysRoleList/role:grant"],
  audit: ["auditList"],
};

/** The duty of a right (`function` or `function/button`); null: of none. */
export function dutyOf(right: string): Duty | null {
  const [fun = "", button = ""] = right.split("/");
  return duties.find((duty) => functionsOf[duty].includes(fun) || buttonsOf[duty].includes(button)) ?? null;
}
