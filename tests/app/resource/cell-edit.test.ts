/** Changing cells in the list itself: without scripts, nothing typed is lost. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { DispatchError } from "~/contract/errors";
import { park } from "~/contract/ticket/park";
import { commandList } from "~/resource/command-list.server";
import { loadList } from "~/resource/load-list.server";
import { outcome } from "../shell/fake-context";
import { page, screen } from "./screen";

const parks = park;
const record = { id: 3, rowVersion: 7, code: "P3", name: "云山", address: "山路", capacity: 5, status: "T" };
const buttons = ["park:edit", "park:suspend"];

const open = (search: string, held = buttons) =>
  loadList(screen(`/manage/parkList${search}`, { answers: { parkList: page([record]) }, buttons: held }).args, parks);

function save(fields: Record<string, string>, answers: Record<string, unknown> = { parkSaveCells: { done: 1 } }) {
  const form = { save: "cells", ...fields };
  const { args, seen } = screen("/manage/parkList?pageNo=2&edit=cells", { form, answers, buttons });
  return { answer: outcome(commandList(args, parks)), seen };
}
const row = { "v.3": "7", "o.3.capacity": "5", "e.3.capacity": "5", "o.3.address": "山路", "e.3.address": "山路" };

describe("the page", () => {
  test("has inputs for the cells that may be changed, and nothing that leads away", async () => {
    const view = await open("?pageNo=2&edit=cells");
    expect(Object.keys(view.editing?.inputs ?? {})).toEqual(["address", "openingHours", "capacity"]);
    expect(view.rows[0]).toMatchObject({ version: 7, texts: { address: "山路", openingHours: "", capacity: "5" } });
    expect(view.editing?.cancel).toBe("/manage/parkList?pageNo=2");
    expect(view.selection).toBeUndefined();
  });

  test("is offered to who may edit", async () => {
    expect((await open("")).editCells).toBe("/manage/parkList?edit=cells");
    const without = await open("?edit=cells", ["park:suspend"]);
    expect(without.editCells).toBeUndefined();
    expect(without.editing).toBeUndefined();
  });
});

describe("saving", () => {
  test("7ap sends the rows that were changed, with their versions", async () => {
    const { answer, seen } = save({ ...row, "e.3.capacity": "１２" });
    expect(await answer).toMatchObject({ status: 303, location: "/manage/parkList?pageNo=2" });
    const rows = [{ id: 3, rowVersion: 7, values: { capacity: 12 } }];
    expect(seen.calls).toEqual([{ method: "parkSaveCells", payload: { rows } }]);
    expect(seen.flash).toEqual(["saved"]);
    const nothing = save(row);
    expect(await nothing.answer).toMatchObject({ status: 303 });
    expect(nothing.seen.calls).toEqual([]);
  });

  test("5ac a broken rule: 422, by cell, everything typed still there, nothing called", async () => {
    const { answer, seen } = save({ ...row, "e.3.capacity": "many", "e.3.address": "新路" });
    const { status, body } = await answer;
    expect(status).toBe(422);
    expect(body).toMatchObject({
      cells: {
        errors: { "e.3.capacity": ["请输入有效数字"] },
        typed: { "e.3.capacity": "many", "e.3.address": "新路" },
      },
    });
    expect(seen.calls).toEqual([]);
  });

  test("what the backend refuses stands at its cell or row", async () => {
    const errors = { "rows.3.capacity": ["太多"], "rows.3": ["张三 改过"] };
    const refusal = new DispatchError({ kind: "invalid", message: "", errors } as never, "parkSaveCells");
    const { answer } = save({ ...row, "e.3.capacity": "6" }, { parkSaveCells: refusal });
    expect(await answer).toMatchObject({
      status: 422,
      body: { cells: { errors: { "e.3.capacity": ["太多"], "e.3": ["张三 改过"] } } },
    });
  });

  test("cells that are none of the list's are nobody's", async () => {
    const { answer, seen } = save({
      "v.3": "7",
      "o.3.status": "T",
      "e.3.status": "F",
      "o.x.capacity": "1",
      "v.x": "1",
    });
    expect(await answer).toMatchObject({ status: 303 });
    expect(seen.calls).toEqual([]);
  });
});
