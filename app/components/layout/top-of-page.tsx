import { NavigationType, useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Another page begins at its top. A form keeps the reader where they are, since what it was refused
 * stands beside it; but the router keeps them there as well when it leads on to another page.
 */
export function TopOfPage() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (type !== NavigationType.Pop && hash === "") window.scrollTo(0, 0);
  }, [pathname, hash, type]);
  return null;
}
