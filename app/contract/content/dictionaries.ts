/** Dictionaries of a first start; the words that a corp chose for itself stay. */
import { dictionaries } from "../dictionary-declaration";

export const contentDictionaries = dictionaries({
  contentState: {
    name: ["内容状态", "Content status"],
    items: [
      ["draft", "草稿", "Draft", "calm"],
      ["published", "已发布", "Published", "good"],
      ["withdrawn", "已下线", "Withdrawn", "bad"],
    ],
  },
  contentFieldKind: {
    name: ["扩展字段类型", "Kind of content field"],
    items: [
      ["text", "文本", "Text"],
      ["number", "数字", "Number"],
      ["date", "日期", "Date"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    content: typeof contentDictionaries;
  }
}
