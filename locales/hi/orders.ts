import type { Words } from "../en/common";
import type { orders as english } from "../en/orders";

export const orders: Words<typeof english> = {
  lines: "आपके ऑर्डर",
  followed: {
    OPEN: "ऑर्डर {{order}} फिर से खुला है।",
    APPROVED: "आपका भुगतान {{order}} मंज़ूर हुआ: {{quantity}} {{symbol}} आपके हैं।",
    REJECTED: "आपका भुगतान {{order}} नामंज़ूर हुआ। कारण भुगतान इतिहास में है।",
    REVERSED: "{{order}} की मंज़ूरी वापस ली गई। कारण भुगतान इतिहास में है।",
    EXPIRED: "ऑर्डर {{order}} का समय समाप्त हुआ।",
    CANCELLED: "ऑर्डर {{order}} रद्द हो गया।",
  },
};
