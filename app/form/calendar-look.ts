/** How both calendars are drawn, in the page's language; they are drawn in the browser only. */
import { m } from "~/contract/messages";

export function calendarLook() {
  const chinese = document.documentElement.lang !== "en";
  return {
    locale: chinese ? "zh-cn" : "en",
    firstDayOfWeek: 1,
    hideOutsideDates: true,
    ariaLabels: {
      previousMonth: m.policy_previous_month(),
      nextMonth: m.policy_next_month(),
      previousYear: m.engine_previous(),
      nextYear: m.engine_next(),
      previousDecade: m.engine_previous(),
      nextDecade: m.engine_next(),
    },
    monthLabelFormat: chinese ? "YYYY-MM" : "MMMM YYYY",
  } as const;
}
