/** What the shell is told of an account that has nothing open, and no texts of its operator. */

import type { AnswerOf } from "~/contract/method";
import type { shellState } from "~/contract/platform/shell";

export const emptyShellState: AnswerOf<typeof shellState> = {
  tabs: [],
  favourites: [],
  recent: [],
  unread: 0,
  approvals: 0,
  supportPhone: "",
  onlineConsultUrl: "",
  workbenchFlag: "",
  userCenterTestUrl: "",
  productionOrigin: "",
  contract: null,
};
