/** Mantine's calendar with its styles: a file of its own, fetched on demand (see day-range-picker.tsx). */
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DatePicker } from "@mantine/dates";
import { calendarLook } from "./calendar-look";

export type DayRange = [from: string | null, to: string | null];

export default function DayRangeCalendar({ range, choose }: { range: DayRange; choose: (range: DayRange) => void }) {
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      {...calendarLook()}
      {...(range[0] && { defaultDate: range[0] })}
      value={range}
      onChange={choose}
    />
  );
}
