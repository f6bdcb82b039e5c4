/** A box knows the mobile of who uses it, and forgets it as it becomes free. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const lockerPersonal: PersonalOf = {
  keeps: [{ table: "locker_box", what: m.personal_kept_lockers, columns: ["mobile"], why: "cleared" }],
  stands: [
    {
      table: "locker_box",
      theirs: { mobile: "mobile", number: "number", open: () => "true", stands: m.personal_open_locker },
    },
  ],
};
