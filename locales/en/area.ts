/** The frame of the signed-in areas. */
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
};
