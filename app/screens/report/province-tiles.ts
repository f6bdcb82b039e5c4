/**
 * The provinces of China as tiles of a grid, each about where it lies: a map that is read from five metres and weighs nothing.
 * By the first two digits of the area codes in it (GB/T 2260): short and full name in Chinese, letters and name in English,
 * column from the west, row from the north.
 */
type Row = [code: string, short: string, name: string, letters: string, english: string, column: number, row: number];

const rows: Row[] = [
  ["23", "黑", "黑龙江", "HL", "Heilongjiang", 8, 0],
  ["65", "新", "新疆", "XJ", "Xinjiang", 0, 1],
  ["15", "蒙", "内蒙古", "NM", "Inner Mongolia", 5, 1],
  ["22", "吉", "吉林", "JL", "Jilin", 8, 1],
  ["63", "青", "青海", "QH", "Qinghai", 1, 2],
  ["62", "甘", "甘肃", "GS", "Gansu", 2, 2],
  ["64", "宁", "宁夏", "NX", "Ningxia", 3, 2],
  ["14", "晋", "山西", "SX", "Shanxi", 4, 2],
  ["13", "冀", "河北", "HE", "Hebei", 5, 2],
  ["11", "京", "北京", "BJ", "Beijing", 6, 2],
  ["12", "津", "天津", "TJ", "Tianjin", 7, 2],
  ["21", "辽", "辽宁", "LN", "Liaoning", 8, 2],
  ["61", "陕", "陕西", "SN", "Shaanxi", 3, 3],
  ["41", "豫", "河南", "HA", "Henan", 4, 3],
  ["37", "鲁", "山东", "SD", "Shandong", 5, 3],
  ["54", "藏", "西藏", "XZ", "Tibet", 0, 4],
  ["51", "川", "四川", "SC", "Sichuan", 2, 4],
  ["50", "渝", "重庆", "CQ", "Chongqing", 3, 4],
  ["42", "鄂", "湖北", "HB", "Hubei", 4, 4],
  ["34", "皖", "安徽", "AH", "Anhui", 5, 4],
  ["32", "苏", "江苏", "JS", "Jiangsu", 6, 4],
  ["31", "沪", "上海", "SH", "Shanghai", 7, 4],
  ["53", "云", "云南", "YN", "Yunnan", 2, 5],
  ["52", "贵", "贵州", "GZ", "Guizhou", 3, 5],
  ["43", "湘", "湖南", "HN", "Hunan", 4, 5],
  ["36", "赣", "江西", "JX", "Jiangxi", 5, 5],
  ["33", "浙", "浙江", "ZJ", "Zhejiang", 6, 5],
  ["45", "桂", "广西", "GX", "Guangxi", 3, 6],
  ["44", "粤", "广东", "GD", "Guangdong", 4, 6],
  ["35", "闽", "福建", "FJ", "Fujian", 5, 6],
  ["71", "台", "台湾", "TW", "Taiwan", 6, 6],
  ["46", "琼", "海南", "HI", "Hainan", 3, 7],
  ["82", "澳", "澳门", "MO", "Macao", 4, 7],
  ["81", "港", "香港", "HK", "Hong Kong", 5, 7],
];

export interface ProvinceTile {
  code: string;
  short: string;
  name: string;
  column: number;
  row: number;
}

export const provinceTiles = (locale: string): ProvinceTile[] =>
  rows.map(([code, short, name, letters, english, column, row]) =>
    locale === "en" ? { code, short: letters, name: english, column, row } : { code, short, name, column, row },
  );

export const columns = 9;
export const lines = 8;
