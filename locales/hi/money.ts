/** भुगतान का पेज। */
export const money = {
  title: "भुगतान",
  tabs: {
    decide: "फ़ैसले के लिए",
    bank: "बैंक में",
    unallocated: "अनावंटित",
    decided: "तय हो चुके",
  },
};
