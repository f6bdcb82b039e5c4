/**
 * An operator's drill on both engines, `npm run test:long -- drill`: saved while people sell, verified, restored; data of the
 * versions before brought up to date; data of a later one left alone; each tool and the start killed at any moment.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readMigrations } from "~server/backend/db/migrate";
import { version } from "~server/version";
import { control } from "~tests/support/empty-database";
import { adminPassword } from "~tests/support/prepared-database";
import { startConsole } from "~tests/support/running.mjs";
import { isSold, openCounter } from "./counter";
import {
  archives,
  asOwner,
  type DataPlace,
  done,
  leftBy,
  migrationsAt,
  ordersAt,
  ordersInArchive,
  ordersTold,
  tool,
} from "./tools";

const server = process.env.TEST_DATABASE_URL ?? "";
const versionsBefore = ["0.1.0", "2026.11.1"];
/** At another moment in each run; more of them prove more, and take half a minute each. */
const kills = Number(process.env.DRILL_KILLS ?? 1);

let folder: string;
const undo: (() => unknown)[] = [];
const databases: string[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-drill-"));
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(async () => {
  for (const name of databases) await control(server, `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

async function startAt({ dataDir, environment }: DataPlace, demo = false) {
  const running = await startConsole({ dataDir, demo, environment });
  undo.push(() => running.stop());
  return running;
}
/** Starts, sells one ticket, stops. */
async function sellsAt(place: DataPlace, accName: string, password: string): Promise<void> {
  const running = await startAt(place);
  const sale = await (await openCounter(running.url, accName, password)).sell();
  expect(isSold(sale), sale.text.slice(0, 300)).toBe(true);
  await running.stop();
}
const engines = [
  { engine: "the embedded database", onServer: false },
  { engine: "PostgreSQL", onServer: true },
];

describe.each(engines)("on $engine", ({ onServer }) => {
  const leftOut = onServer && server === "" ? " (left out: TEST_DATABASE_URL is not set)" : "";
  const drill = test.skipIf(leftOut !== "");
  const newPlace = async (): Promise<DataPlace> => {
    const dataDir = path.join(folder, randomUUID());
    if (!onServer) return { dataDir, environment: { DATABASE_URL: "" } };
    const name = `console_drill_${randomUUID().replaceAll("-", "")}`;
    await control(server, `create database ${name}`);
    databases.push(name);
    return {
      dataDir,
      environment: { DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).toString() },
    };
  };

  drill(
    `saved while people sell, verified, restored elsewhere, and sold on there${leftOut}`,
    async () => {
      const place = await newPlace();
      const running = await startAt(place, true);
      const counter = await openCounter(running.url, "seller", "Demo#2026");
      const before = ordersTold(await done(place, "--backup", path.join(folder, "before.archive")));
      let selling = true;
      let sold = 0;
      const loop = (async () => {
        while (selling) {
          const sale = await counter.sell();
          expect(isSold(sale), sale.text.slice(0, 300)).toBe(true);
          sold += 1;
        }
      })();
      while (sold < 5) await new Promise((resolve) => setTimeout(resolve, 20));
      const soldBefore = sold;
      const file = path.join(folder, `${randomUUID()}.archive`);
      const saved = ordersTold(await done(place, "--backup", file));
      const soldBeside = sold;
      selling = false;
      await loop;
      await running.stop();
      expect(saved).toBeGreaterThanOrEqual(before + soldBefore);
      expect(saved).toBeLessThanOrEqual(before + soldBeside + 1);
      expect(await done(await newPlace(), "--verify", file)).toContain("row for row the same");
      const target = await newPlace();
      await done(target, "--restore", file);
      expect(await ordersAt(target)).toBe(saved);
      await sellsAt(target, "seller", "Demo#2026");
    },
    300_000,
  );

  drill.each(versionsBefore)(
    "what version %s saved is brought up to date and sells; a later version's data is left alone",
    async (former) => {
      const place = await newPlace();
      // By a restore that brings it up to date, and, as an upgrade does it, by a start on that version's own tables.
      const restored = await newPlace();
      await done(restored, "--restore", path.join(archives, `${former}.archive`));
      expect(await ordersAt(restored)).toBe(ordersInArchive);
      await leftBy(former, place);
      expect(await migrationsAt(place)).toBeLessThan(readMigrations().length);
      expect(await ordersAt(place)).toBe(ordersInArchive);
      await sellsAt(place, "admin", adminPassword);
      expect(await migrationsAt(place)).toBe(readMigrations().length);
      expect(await ordersAt(place)).toBe(ordersInArchive + 1);
      await asOwner(
        place,
        "insert into schema_migration (name, checksum, product) values ('9999_later.sql', 'x', '2031.1.1')",
      );
      const { code, said } = await tool(place, []);
      expect(code, said).toBe(1);
      expect(said).toContain("2031.1.1");
      expect(said).toContain(version);
      expect(await ordersAt(place)).toBe(ordersInArchive + 1);
    },
    300_000,
  );

  drill(
    `backup, verify, restore and the start that upgrades, killed at any moment, leave all or nothing${leftOut}`,
    async () => {
      const former = path.join(archives, "0.1.0.archive");
      const whole = await newPlace();
      await done(whole, "--restore", former);
      // How long each takes here, so that the kills fall into its work.
      const timed = async (work: () => Promise<unknown>) => {
        const began = performance.now();
        await work();
        return performance.now() - began;
      };
      const saved = path.join(folder, `${randomUUID()}.archive`);
      const toSave = await timed(() => done(whole, "--backup", saved));
      const fresh = await newPlace();
      const toRestore = await timed(() => done(fresh, "--restore", saved));
      const someWhere = (length: number, round: number) => (length * (round + 0.2 + Math.random() * 0.7)) / kills;
      for (let round = 0; round < kills; round += 1) {
        const file = path.join(folder, `${randomUUID()}.archive`);
        await tool(whole, ["--backup", file], someWhere(toSave, round));
        if (existsSync(file)) await done(await newPlace(), "--verify", file);
        await tool(await newPlace(), ["--verify", saved], someWhere(toRestore, round));
        expect(await ordersAt(whole)).toBe(ordersInArchive);

        const target = await newPlace();
        await tool(target, ["--restore", former], someWhere(toRestore, round));
        await done(target, "--restore", former, "--force");
        expect(await ordersAt(target)).toBe(ordersInArchive);

        await sellsAt(target, "admin", adminPassword);

        const old = await newPlace();
        await leftBy("0.1.0", old);
        const before = await migrationsAt(old);
        await tool(old, [], someWhere(toRestore, round));
        // All of them or none: they are one transaction.
        expect([before, readMigrations().length]).toContain(await migrationsAt(old));
        await (await startAt(old)).stop();
        expect(await migrationsAt(old)).toBe(readMigrations().length);
        expect(await ordersAt(old)).toBe(ordersInArchive);
      }
    },
    600_000,
  );
});
