import type { Words } from "../../en/common";
import type { login as english } from "../../en/server/login";

export const login: Words<typeof english> = {
  ended: "आपका सत्र समाप्त हो गया। कृपया फिर से लॉग इन करें।",
  endedTo: "आपका सत्र समाप्त हो गया। लॉग इन करने पर आप उसी पेज पर लौटेंगे।",
  asked: "जो पेज आप देखना चाहते थे, उसके लिए लॉग इन करें।",
  unsent: "यह भेजने से पहले ही आपका सत्र समाप्त हो गया। कृपया जाँचकर फिर से भेजें।",
};
