/** Lists of visitors as they come out of spreadsheets and readers. */
import { describe, expect, test } from "vitest";
import { readPasted, withPasted } from "~/screens/ticket/visitor-paste";

const [one, two] = ["11010519491231002X", "440524198001010013"];

const resident = { document: "", country: "" };

describe("visitors that are pasted", () => {
  test("a line each: by tabs, commas or spaces, the number first or last, with a running number or without", () => {
    const text = `姓名\t身份证号\n1\t王小明\t${one.toLowerCase()}\r\n2、李红, ${two}\n${one} 欧阳 修\n\n`;
    expect(readPasted(text)).toEqual([
      { name: "王小明", identity: one, ...resident },
      { name: "李红", identity: two, ...resident },
      { name: "欧阳 修", identity: one, ...resident },
    ]);
    expect(readPasted("")).toEqual([]);
    // Nineteen digits are no identity number.
    expect(readPasted("1234567890123456789")[0]?.identity).toBe("");
  });

  test("travel permits by what they look like, passports with their country, a scanner's two lines as one", () => {
    const [upper, lower] = [
      "P<D<<ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
      "L898902C36D<<7408122F1204159ZE184226B<<<<<10",
    ];
    const text = `陈大文\tH1234567802\n林美\t01234567\nJohn Smith, usa/e1234567\n${upper}\r\n${lower}\n`;
    expect(readPasted(text)).toEqual([
      { name: "陈大文", identity: "H1234567802", document: "hkMacaoPermit", country: "" },
      { name: "林美", identity: "01234567", document: "taiwanPermit", country: "" },
      { name: "John Smith", identity: "E1234567", document: "passport", country: "USA" },
      { name: "ERIKSSON ANNA MARIA", identity: upper + lower, document: "passport", country: "" },
    ]);
    const fields = withPasted({ "visitorDocument.0": "resident", visitorPaste: "陈大文 H12345678" });
    expect(fields["visitorDocument.0"]).toBe("hkMacaoPermit");
  });

  test("without scripts they go into the visitors that are empty", () => {
    const typed = { "visitorName.0": "赵", "visitorIdentity.0": one, visitorPaste: `王小明\t${two}\n李红` };
    expect(withPasted(typed)).toEqual({
      "visitorName.0": "赵",
      "visitorIdentity.0": one,
      "visitorName.1": "王小明",
      "visitorIdentity.1": two,
      "visitorName.2": "李红",
      "visitorIdentity.2": "",
    });
    expect(withPasted({ a: "b" })).toEqual({ a: "b" });
  });
});
