/** Statements, their lines, and what was found to be wrong: their lists and commands. */

import { m } from "~/contract/messages";
import { abnormalRecord, paymentStatement, statementLine } from "~/contract/order/reconciliation";
import { stamp } from "../../../kernel/business-time";
import { holdsDictionary } from "../../../kernel/dictionary-use";
import { serveResource } from "../../../kernel/resource";
import type { Served } from "../../../kernel/served";
import { statementLine as lines, abnormalRecord as records, paymentStatement as statements } from "./pay-schema";
import { reconcileStatement } from "./reconcile";

holdsDictionary("paymentType", m.statement, statements, statements.paymentType);

const ofStatement = { table: statements, name: statements.name, nameEn: statements.nameEn };

export const reconciliationServed: Served[] = [
  ...serveResource(statementLine, { table: lines, references: { statementId: ofStatement } }),
  ...serveResource(paymentStatement, {
    table: statements,
    commands: {
      reconcile: {
        // Who sees a part of the orders would find the rest to be missing.
        mayNot: ({ caller }, rows) => rows.map(() => (caller.scope ? m.statement_whole_corp() : null)),
        run: ({ db, now }, { id }) => reconcileStatement(db, Number(id), now),
      },
    },
  }),
  ...serveResource(abnormalRecord, {
    table: records,
    references: { statementId: ofStatement },
    commands: {
      handle: ({ now, caller }, _row, { note }) => ({
        set: { note, handledBy: caller.name, handledAt: stamp(now) },
      }),
    },
  }),
];
