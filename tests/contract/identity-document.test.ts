import { describe, expect, test } from "vitest";
import { countryName, countryOf } from "~/contract/countries";
import type { DocumentKind } from "~/contract/document-kinds";
import { documentIn, readDocument } from "~/contract/identity-document";
import { readPassportZone } from "~/contract/passport-zone";
import { checkedIdentity } from "~server/backend/seed/identity";

// The specimen of ICAO 9303-4, appendix B.
const upper = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const lower = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";
// The same person, of a country that there is.
const german = upper.replace("<UTO", "<D<<").replace("UTO", "D<<");
const zone = `${german}\n${lower.replace("UTO", "D<<")}`;

const right: [DocumentKind, string, string, string][] = [
  ["resident", "", "11010519491231002x", "11010519491231002X"],
  ["residencePermit", "", checkedIdentity("83000019900307001"), checkedIdentity("83000019900307001")],
  ["hkMacaoPermit", "", "H 1234 5678", "H12345678"],
  // The last two digits count renewals: the same person.
  ["hkMacaoPermit", "", "H1234567802", "H12345678"],
  ["hkMacaoPermit", "", "ha1234567", "HA1234567"],
  ["taiwanPermit", "", "01234567", "01234567"],
  ["taiwanPermit", "", "0012345678(B)", "0012345678"],
  ["passport", "USA", "e1234567", "E1234567"],
  ["foreignerCard", "", checkedIdentity("91127619900307001"), checkedIdentity("91127619900307001")],
  ["foreignerCard", "", "deu110190030712", "DEU110190030712"],
  ["military", "", "军字第1234567", "军字第1234567号"],
  ["birth", "", "a123456789", "A123456789"],
];

const wrong: [DocumentKind, string, string][] = [
  ["resident", "", "110105194912310021"],
  ["residencePermit", "", "83000019900307001"],
  ["hkMacaoPermit", "", "C12345678"],
  ["hkMacaoPermit", "", "H1234567"],
  ["taiwanPermit", "", "1234567"],
  ["passport", "", "E12345678"],
  ["passport", "Atlantis", "E12345678"],
  ["passport", "USA", "ABCDEFGH"],
  ["passport", "USA", "E1234567890"],
  ["foreignerCard", "", "CHN110190030712"],
  ["foreignerCard", "", "DEU110190133712"],
  ["military", "", "1234567"],
  ["birth", "", "A12345678"],
];

describe("documents of identity", () => {
  test.each(right)("%s %s %s is kept as %s", (kind, country, typed, kept) => {
    const read = readDocument(kind, country, typed);
    expect(read).toEqual({ document: kind, country, identity: kept });
    // What is kept is read as itself.
    expect(readDocument(kind, country, kept)).toEqual(read);
    expect(documentIn(typed)?.identity).toBe(kept);
  });

  test.each(wrong)("%s %s %s is refused", (kind, country, typed) => {
    expect(readDocument(kind, country, typed)).toBeNull();
  });

  test("eighteen digits say their kind themselves, whatever was chosen", () => {
    expect(readDocument("resident", "", checkedIdentity("81000019900307001"))?.document).toBe("residencePermit");
    expect(readDocument("passport", "USA", "11010519491231002X")).toMatchObject({ document: "resident", country: "" });
  });

  test("a passport's zone is read as scanners send it, with its check digits", () => {
    const anna = { document: "passport", country: "DEU", identity: "L898902C3", name: "ERIKSSON ANNA MARIA" };
    for (const sent of [zone, zone.replace("\n", ""), zone.toLowerCase(), `  ${zone.replace("\n", "\r\n")}\r\n`]) {
      expect(readPassportZone(sent)).toEqual(anna);
    }
    expect(documentIn(zone)).toEqual({ identity: "L898902C3", country: "DEU" });
    // Any one wrong digit of what is checked.
    for (const place of [0, 5, 9, 13, 15, 19, 22, 27, 30, 43]) {
      const [first, second = ""] = zone.split("\n");
      const other = second[place] === "7" ? "8" : "7";
      expect(readPassportZone(`${first}\n${second.slice(0, place)}${other}${second.slice(place + 1)}`)).toBeNull();
    }
    // Utopia issues none.
    expect(readPassportZone(`${upper}\n${lower}`)).toBeNull();
  });

  test("countries by code or by name in either language", () => {
    expect(["美国", "United States", "usa", "US", " ＵＳＡ "].map(countryOf)).toEqual(Array(5).fill("USA"));
    expect(["D", "d<<", "DEU", "德国"].map(countryOf)).toEqual(Array(4).fill("DEU"));
    expect(["", "Atlantis", "ZZZ"].map(countryOf)).toEqual([null, null, null]);
    expect([countryName("TWN", "zh-CN"), countryName("HKG", "en")]).toEqual(["中国台湾", "Hong Kong, China"]);
    expect(countryName("UNO", "zh-CN")).toBe("UNO");
  });
});
