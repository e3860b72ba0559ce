import type { Words } from "../en/common";
import type { orders as english } from "../en/orders";

export const orders: Words<typeof english> = {
  lines: "आपके ऑर्डर",
  over: "समाप्त!",
  view: "अपना ऑर्डर देखें",
  tell: "मित्र को बताएँ",
  sent: {
    title_one: "आपके पास आ रहा है",
    title_other: "आपके पास आ रहे हैं",
    text: "{{total}} के भुगतान का विवरण हमें मिल गया। आपको कुछ नहीं करना है। हम आपको ईमेल करेंगे।",
  },
  approved: {
    title_one: "अब आपका है",
    title_other: "अब आपके हैं",
    text: "{{order}} मंज़ूर हुआ।",
  },
  followed: {
    OPEN: "ऑर्डर {{order}} फिर से खुला है।",
    APPROVED: "आपका भुगतान {{order}} मंज़ूर हुआ: {{quantity}} {{symbol}} आपके हैं।",
    REJECTED: "आपका भुगतान {{order}} नामंज़ूर हुआ। कारण उसके पेज पर है।",
    REVERSED: "{{order}} की मंज़ूरी वापस ली गई। कारण उसके पेज पर है।",
    EXPIRED: "ऑर्डर {{order}} का समय समाप्त हुआ।",
    CANCELLED: "ऑर्डर {{order}} रद्द हो गया।",
  },
};
