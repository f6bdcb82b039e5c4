/** Mantine's calendar of one day: a file of its own, fetched on demand (see day-input.tsx). */
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DatePicker } from "@mantine/dates";
import { calendarLook } from "./calendar-look";

interface Props {
  day: string;
  min?: string;
  max?: string;
  choose: (day: string) => void;
}

export default function DayCalendar({ day, min, max, choose }: Props) {
  const known = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
  return (
    <DatePicker
      {...calendarLook()}
      {...(known && { defaultDate: known })}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      value={known}
      onChange={(chosen) => chosen && choose(chosen)}
    />
  );
}
