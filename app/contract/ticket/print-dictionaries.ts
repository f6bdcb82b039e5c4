/** Papers, elements and values of print templates; channels of sales pages. */
import { dictionaries } from "../dictionary-declaration";

export const printDictionaries = dictionaries({
  printPaper: {
    name: ["票纸", "Ticket paper"],
    items: [
      ["roll80", "80 毫米卷纸", "80 mm roll"],
      ["roll58", "58 毫米卷纸", "58 mm roll"],
      ["stock80", "票纸 80×50 毫米", "Ticket stock 80 x 50 mm"],
      ["stock150", "票纸 150×60 毫米", "Ticket stock 150 x 60 mm"],
      ["stock180", "票纸 180×80 毫米", "Ticket stock 180 x 80 mm"],
      ["a4", "A4", "A4"],
      ["card", "标准卡 85.6×54 毫米", "Card 85.6 x 54 mm"],
      ["own", "自定义尺寸", "Custom size"],
    ],
  },
  printElement: {
    name: ["票样元素", "Template element"],
    items: [
      ["field", "打印字段", "Printed field"],
      ["text", "固定文字", "Fixed text"],
      ["qr", "二维码", "QR code"],
      ["barCode", "条码", "Bar code"],
      ["image", "图片", "Image"],
      ["photo", "持卡人照片", "Holder's photograph"],
      ["line", "线条", "Line"],
    ],
  },
  printField: {
    name: ["票面字段", "Ticket field"],
    items: [
      ["ticketTypeName", "票种名称", "Ticket type"],
      ["parkName", "景区", "Park"],
      ["corpName", "企业名称", "Company"],
      ["visitDay", "游玩日期", "Visit date"],
      ["slot", "时段", "Time slot"],
      ["valid", "有效期", "Validity"],
      ["price", "票价", "Price"],
      ["reduction", "优惠", "Discount"],
      ["holder", "持票人（证件号隐藏）", "Holder (ID masked)"],
      ["admissions", "可入园次数", "Admissions"],
      ["choice", "可选点位", "Points to choose"],
      ["concession", "优待", "Concession"],
      ["ticketNo", "票号", "Ticket no."],
      ["orderNo", "订单号", "Order no."],
      ["seller", "售票员", "Seller"],
      ["soldAt", "售出时间", "Sold at"],
      ["payment", "支付方式", "Payment"],
      ["serial", "票纸号", "Stock serial no."],
    ],
  },
  salesPageChannel: {
    name: ["销售页面渠道", "Channel of a sales page"],
    items: [
      ["window", "窗口", "Counter"],
      ["selfService", "自助机", "Self-service"],
      ["mobile", "移动端", "Mobile"],
    ],
  },
  printAlign: {
    name: ["文字对齐", "Text alignment"],
    items: [
      ["left", "左对齐", "Left"],
      ["center", "居中", "Centre"],
      ["right", "右对齐", "Right"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    printing: typeof printDictionaries;
  }
}
