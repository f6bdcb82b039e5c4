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
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    content: typeof contentDictionaries;
  }
}
