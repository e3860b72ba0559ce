import type { UpiApp } from "@server/domain/payments/upi-link";

/** Simple signs of our own, not the makers' marks: the name stands beside each. */
const SIGNS: Record<UpiApp, { ground: string; path: string }> = {
  phonepe: { ground: "#5f259f", path: "M9 8h8M14.5 8v10M14.5 12h-2.5a2.5 2.5 0 0 0-2.5 2.5" },
  "google-pay": { ground: "#1a63c6", path: "M16.5 9.5A5 5 0 1 0 17 14h-5M12 14h5" },
  paytm: { ground: "#00344f", path: "M8 18V8h5a3 3 0 0 1 0 6H8m8 4h2" },
};

export function UpiAppIcon({ app }: { app: UpiApp }) {
  const { ground, path } = SIGNS[app];
  return (
    <svg width={28} height={28} viewBox="0 0 26 26" aria-hidden className="flex-none">
      <rect width="26" height="26" rx="7" fill={ground} />
      <path
        d={path}
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
