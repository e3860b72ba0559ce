import type { Words } from "../en/common";
import type { views as english } from "../en/views";

export const views: Words<typeof english> = {
  title: "सहेजे गए व्यू",
  back: "खरीद प्रबंधन",
  intro_one: "खरीद प्रबंधन की आपकी सहेजी गई सूचियाँ: {{most}} में से {{count}}।",
  intro_other: "खरीद प्रबंधन की आपकी सहेजी गई सूचियाँ: {{most}} में से {{count}}।",
  none: "आपने अभी कोई व्यू नहीं सहेजा है। खरीद प्रबंधन की सूची के ऊपर 'यह व्यू सहेजें' उसके फ़िल्टर, खोज, क्रम और कॉलम सहेजता है।",
  newTitle: "व्यू सहेजें",
  name: "व्यू का नाम",
  nameOf: "व्यू {{name}} का नाम",
  open: "खोलें",
  rename: "नाम बदलें",
  delete: "हटाएँ",
  openOne: "{{name}} खोलें",
  renameOne: "{{name}} का नाम बदलें",
  deleteOne: "{{name}} हटाएँ",
  saved: "व्यू {{name}} सहेजा गया।",
  renamed: "व्यू का नाम अब {{name}} है।",
  deleted: "व्यू {{name}} हटाया गया।",
  columnsKept: "अब ये आपके कॉलम हैं।",
  columnsAll: "यह सूची अब सभी कॉलम दिखाती है।",
};
