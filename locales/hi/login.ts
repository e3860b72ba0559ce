import type { Words } from "../en/common";
import type { login as english } from "../en/login";

export const login: Words<typeof english> = {
  ended: "आपका सत्र समाप्त हो गया। कृपया फिर से लॉग इन करें।",
  endedTo: "आपका सत्र समाप्त हो गया। लॉग इन करें, आप उसी पेज पर वापस पहुँचेंगे।",
  asked: "माँगा गया पेज देखने के लिए लॉग इन करें।",
  unsent: "यह भेजे जाने से पहले आपका सत्र समाप्त हो गया। कृपया इसे जाँचकर फिर से भेजें।",
};
