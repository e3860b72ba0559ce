import type { Words } from "../en/common";
import type { outbox as english } from "../en/outbox";

export const outbox: Words<typeof english> = {
  title: "आउटबॉक्स",
  intro: "डेमो ने अब तक जो भेजा है, सबसे नया ऊपर। डेमो के बाहर ऐसा कोई पेज नहीं है।",
  to: "किसे",
  empty: "अभी तक कुछ नहीं भेजा गया।",
};
