/** Sells for ever on a data directory and prints each order number once it is acknowledged; killed by the test. */
import { openBackendIn } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("Name the data directory.");
const backend = await openBackendIn(dataDir);
const park = await createPark(backend);
process.stdout.write("selling\n");
for (;;) {
  const { orderNo } = await park.sell();
  process.stdout.write(`${orderNo}\n`);
}
