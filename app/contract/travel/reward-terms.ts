/** Words, menu and switch of the rewards of guides. */
import { dictionaries } from "../dictionary-declaration";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { parameters } from "../parameter-declaration";

export const rewardMenu = menuEntries({
  guideRewards: {
    ...{ group: "trade", built: true, place: 92, label: m.fun_guide_rewards, url: "/travelInfo/guideRewards" },
    buttons: { "guideReward:reckon": m.reward_reckon },
    money: {
      "rewardRule:add": true,
      "rewardRule:edit": true,
      "guidePayee:add": true,
      "guidePayee:edit": true,
      "guideReward:approve": true,
      "guideReward:pay": true,
      "guideReward:clawBack": true,
    },
  },
});

export const rewardParameters = parameters({
  /** T: guides may earn rewards; F, as at first: nothing is reckoned and nothing paid. */
  guideRewards: {
    group: "business",
    place: 99,
    default: "F",
    label: m.reward_p_on,
    help: m.reward_p_on_help,
    input: { kind: "flag" },
    scope: "corp",
  },
});

export const rewardDictionaries = dictionaries({
  rewardWay: {
    name: ["奖励方式", "Way of a reward"],
    items: [
      ["perVisitor", "按入园人数", "Per visitor"],
      ["percent", "按票款比例", "Percent of price"],
    ],
  },
  rewardPayee: {
    name: ["奖励支付对象", "Payee of a reward"],
    items: [
      ["agency", "签约旅行社", "Contracting agency"],
      ["person", "导游本人", "Guide in person", "warn"],
    ],
  },
  guideRewardState: {
    name: ["导游奖励状态", "Reward status"],
    items: [
      ["calculated", "待审批", "Calculated", "accent"],
      ["approved", "待支付", "Approved", "accent"],
      ["paid", "已支付", "Paid", "good"],
      ["clawedBack", "已追回", "Taken back", "calm"],
      ["void", "已作废", "Void", "calm"],
    ],
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    guideRewards: typeof rewardMenu;
  }
}
declare module "../parameter-declaration" {
  interface BusinessParameters {
    guideRewards: typeof rewardParameters;
  }
}
declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    guideRewards: typeof rewardDictionaries;
  }
}
