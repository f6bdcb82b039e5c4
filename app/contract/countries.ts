/** Countries and regions as passports name them: three letters of ISO 3166, and what ICAO 9303 adds. */

/** Two letters and three, side by side. */
const table = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB
  BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR
  BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR
  CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK
  FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
  GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN
  ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
  LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
  MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER
  NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
  PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP
  SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF
  TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY
  UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`;

const byThree: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(2), pair.slice(0, 2)]),
);

/** Issuers that are no country: organisations, people without a nationality, and refugees (ICAO 9303-3, section 5). */
const others = [
  "EUE",
  "UNO",
  "UNA",
  "UNK",
  "XOM",
  "XXA",
  "XXB",
  "XXC",
  "XXX",
  "XPO",
  "XCC",
  "XBA",
  "XIM",
  "XCE",
  "RKS",
];
/** One letter in the machine-readable zone of a German passport. */
const germany = { short: "D", code: "DEU" };

/** How the region is called here, where the Unicode data say less. */
const ownNames: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  TWN: ["中国台湾", "Taiwan, China"],
  HKG: ["中国香港", "Hong Kong, China"],
  MAC: ["中国澳门", "Macao, China"],
};

/** The name in a language; the code itself for what is no country. */
export function countryName(code: string, locale: string): string {
  const own = ownNames[code];
  if (own) return own[locale.startsWith("zh") ? 0 : 1];
  const two = byThree.get(code);
  return (two && new Intl.DisplayNames([locale], { type: "region" }).of(two)) ?? code;
}

/** Three letters, by code of one to three letters or by name in either language; null where there is no such country. */
export function countryOf(text: string): string | null {
  const asked = text.normalize("NFKC").replaceAll("<", "").trim();
  const code = asked.toUpperCase();
  if (code === germany.short) return germany.code;
  if (byThree.has(code) || others.includes(code)) return code;
  if (asked === "") return null;
  for (const [three, two] of byThree) {
    const names = ["zh-CN", "en"].map((locale) => countryName(three, locale).toLowerCase());
    if (two === code || names.includes(asked.toLowerCase())) return three;
  }
  return null;
}
