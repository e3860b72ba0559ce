import { useLocation, useNavigation } from "@remix-run/react";

/**
 * The most recently requested query of this page: the pending one, else the current one. A filter
 * based on the current one would undo another that is still loading.
 */
export function usePendingParams(): { params: URLSearchParams; isLeaving: boolean } {
  const shown = useLocation();
  const { location: going } = useNavigation();
  const isLeaving = going !== undefined && going.pathname !== shown.pathname;
  return { params: new URLSearchParams((isLeaving ? shown : (going ?? shown)).search), isLeaving };
}
