/** The table of concessions. */
import { concession as declared } from "~/contract/ticket/concession";
import { resourceTable } from "../../kernel/resource-table";

export const concession = resourceTable(declared, "concession", {}, [
  "basis <> 'age' or coalesce(age_from, age_to) is not null",
  "age_from <= age_to",
  "basis <> 'height' or height_to is not null",
  "basis <> 'resident' or areas is not null",
  "proof = 'shown' or basis in ('age', 'resident', 'soldier')",
]);
