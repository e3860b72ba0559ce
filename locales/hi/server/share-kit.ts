import type { Words } from "../../en/common";
import type { shareKit as english } from "../../en/server/share-kit";

export const shareKit: Words<typeof english> = {
  invitedBy: "{{name}} आपको बुलाते हैं",
  invited: "आपको बुलाया गया है",
  code: "{{invitation}} · कोड {{code}}",
  price: "1 {{symbol}} = {{price}}",
  caption: "{{company}} का {{token}} देखें। मेरा कोड {{code}} है:",
  subject: "{{token}} का आमंत्रण",
  mail: "नमस्ते,\n\nमैं {{company}} की {{token}} बिक्री में हूँ। इसके बारे में पढ़ना चाहें तो यह मेरा लिंक है:\n{{link}}\n\nमेरा कोड {{code}} है। आप खरीदेंगे तो मुझे इनाम मिलेगा।\n\n{{notice}}",
};
