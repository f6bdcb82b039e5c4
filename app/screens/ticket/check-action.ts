/** Where the forms of the check desk post to. */

/** Keeps the gate in the address, so that a reload stays at it. */
export function actionOf(gateId: number | null): string {
  return `/manage/tktChevkPage${gateId ? `?gateId=${gateId}` : ""}`;
}
