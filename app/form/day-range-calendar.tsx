/** Mantine's calendar with its styles: a file of its own, fetched on demand (see day-range-picker.tsx). */
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DatePicker } from "@mantine/dates";
import { m } from "~/contract/messages";

export type DayRange = [from: string | null, to: string | null];

export default function DayRangeCalendar({ range, choose }: { range: DayRange; choose: (range: DayRange) => void }) {
  // It is drawn in the browser only.
  const chinese = document.documentElement.lang !== "en";
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      locale={chinese ? "zh-cn" : "en"}
      firstDayOfWeek={1}
      hideOutsideDates
      ariaLabels={{
        previousMonth: m.policy_previous_month(),
        nextMonth: m.policy_next_month(),
        previousYear: m.engine_previous(),
        nextYear: m.engine_next(),
        previousDecade: m.engine_previous(),
        nextDecade: m.engine_next(),
      }}
      monthLabelFormat={chinese ? "YYYY-MM" : "MMMM YYYY"}
      {...(range[0] && { defaultDate: range[0] })}
      value={range}
      onChange={choose}
    />
  );
}
