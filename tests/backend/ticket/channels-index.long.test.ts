/** A channel is sought by its index where a corp has many types. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark } from "~tests/support/park";
import { plansDuring } from "~tests/support/plans";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

test.skipIf(process.env.TEST_DATABASE_URL)(
  "among many types the index finds those of a channel",
  async () => {
    await backend.sql("set session_replication_role = replica");
    await backend.sql(`
    insert into ticket_type (corp_code, code, name, park_id, face_price, list_price, channels)
    select '0001', 'N' || n, '多', ${park.parkId}, 1, 1, case when n % 1000 = 0 then '{agency}'::text[] else '{window}' end
    from generate_series(1, 20000) n`);
    await backend.sql("set session_replication_role = origin");
    await backend.sql("checkpoint");
    await backend.sql("vacuum analyze ticket_type");
    const { nodes } = await plansDuring(backend, /from "ticket_type"/, async () => {
      const { data } = await backend.call(ticketType.methods.list, { filters: { channels: "agency" } });
      expect(data.count).toBe(20);
    });
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  },
  300_000,
);
