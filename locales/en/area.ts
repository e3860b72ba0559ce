/** The frame of the signed-in areas, and the outbox of the demo. */
export const area = {
  nav: {
    label: "Main",
    dashboard: "Dashboard",
    buyToken: "Buy Token",
    paymentHistory: "Payment History",
    profile: "Profile",
    referral: "Referral",
    logout: "Logout",
    userManage: "User Manage",
    purchaseRequest: "Purchase Request",
    beneficiary: "Beneficiary Manage",
    activity: "Activity",
    security: "Security",
    settings: "Settings",
    companyManage: "Manage Company",
    id: "ID",
    collapse: "Collapse the menu",
  },
  logout: { heading: "Log out", ask: "Do you want to log out?", submit: "Logout" },
  outbox: {
    title: "Outbox",
    intro: "Everything the demo has sent, newest first. There is no such page outside the demo.",
    to: "To",
    empty: "Nothing has been sent yet.",
  },
};
