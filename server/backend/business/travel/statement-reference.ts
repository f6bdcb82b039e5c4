/** What refers to a statement. */
import { agencyStatement } from "./statement-schema";

export const statementReference = { table: agencyStatement, name: agencyStatement.code };
