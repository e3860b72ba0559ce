import type { Words } from "../en/common";
import type { decisions as english } from "../en/decisions";

export const decisions: Words<typeof english> = {
  approved: "खरीद मंज़ूर हो गई",
  rejected: "खरीद नामंज़ूर हो गई",
  reversed: "खरीद वापस ले ली गई",
  mistake: "यह गलती से मंज़ूर हुआ था, जिसे तुरंत सुधार लिया गया। आपका भुगतान दर्ज है और हम आपसे संपर्क करेंगे।",
  undo: "वापस करें",
  undoApproval:
    "{{order}} मंज़ूर हुआ। सदस्य को {{seconds}} सेकंड में बताया जाएगा। वापस करने पर मंज़ूरी हमेशा के लिए वापस ली जाती है।",
  undoRejection:
    "{{order}} नामंज़ूर हुआ। सदस्य को {{seconds}} सेकंड में बताया जाएगा। वापस करने पर वह फिर रुका रहेगा।",
  undone: "{{order}} फिर रुका है; सदस्य को नहीं बताया गया",
  taken: "{{order}} की मंज़ूरी वापस ली गई; सदस्य को मंज़ूरी नहीं बताई गई थी",
};
