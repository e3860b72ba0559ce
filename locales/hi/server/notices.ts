import type { Words } from "../../en/common";
import type { notices as english } from "../../en/server/notices";

export const notices: Words<typeof english> = {
  risk: "वर्चुअल डिजिटल संपत्तियाँ भारत में विनियमित नहीं हैं और इनमें जोखिम बहुत है। आप अपना सारा पैसा खो सकते हैं, और हो सकता है कोई नियामक उसे वापस दिलाने में मदद न कर सके। लाभ पर कर लग सकता है और स्रोत पर कर काटा जा सकता है। उतना ही पैसा लगाएँ जितना खोना आप सह सकें।",
  advert:
    "क्रिप्टो उत्पाद और NFT विनियमित नहीं हैं और इनमें जोखिम बहुत अधिक हो सकता है। ऐसे लेन-देन से हुए किसी भी नुकसान के लिए कोई नियामक उपाय शायद न हो।",
  seconds_one: "{{count}} सेकंड",
  seconds_other: "{{count}} सेकंड",
  minutes_one: "{{count}} मिनट",
  minutes_other: "{{count}} मिनट",
};
