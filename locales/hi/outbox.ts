import type { Words } from "../en/common";
import type { outbox as english } from "../en/outbox";

export const outbox: Words<typeof english> = {
  title: "आउटबॉक्स",
  intro: "डेमो ने जो कुछ भेजा, नया पहले। डेमो के बाहर ऐसा कोई पृष्ठ नहीं है।",
  to: "को",
  empty: "अभी तक कुछ नहीं भेजा गया।",
};
