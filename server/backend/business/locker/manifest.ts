import { m } from "~/contract/messages";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { boxServed, emptyBoxes } from "./box";
import { seedLockers } from "./demonstration";
import { ledgerBackend } from "./deposits";
import { findsBoxes } from "./find";
import { groupServed } from "./group";
import { lockerPersonal } from "./personal";
import * as schema from "./schema";

export const locker: BackendManifest = {
  served: [...groupServed, ...boxServed],
  personal: lockerPersonal,
  data: {
    settings: ["locker_group", "locker_box"],
  },
  unsettles: [emptyBoxes],
  tables: [schema],
  finds: [findsBoxes],
  ledgers: [ledgerBackend],
  invariants: {
    "a locker in use holds the deposit of its use, and nothing else holds any": {
      says: m.rule_a_locker_in_use_holds_the_deposit,
      broken: `
        select u.id as use_id, b.id as box_id, u.held, b.held as held_of_box
        from locker_use u
        full join locker_box b on b.corp_code = u.corp_code and b.use_id = u.id
        where coalesce(u.held, 0) <> coalesce(b.held, 0)`,
      found: (row, options) =>
        m.audit_locker_deposit({ use: said(row.use_id), held: fen(row.held), ofBox: fen(row.held_of_box) }, options),
    },
  },
  demonstration: seedLockers,
};
