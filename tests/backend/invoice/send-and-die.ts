/** Sends the invoices that wait, as a worker of its own, until it is killed: `send-and-die <database> <moment>`. */
import { sendInvoices } from "~server/backend/business/invoice/send";
import { openDatabase } from "~server/backend/db/database";
import { createWorker } from "~server/backend/jobs/worker";
import { secretsOfTests } from "~tests/support/secrets";

const [url, moment] = process.argv.slice(2);
if (!url || !moment) throw new Error("Name the database and the moment.");
const now = new Date(moment);
await createWorker({
  ...{ database: await openDatabase({ url }), kinds: [sendInvoices([])], now: () => now },
  ...{ secrets: secretsOfTests, webhooksToPrivate: true },
}).drain();
