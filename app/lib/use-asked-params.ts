import { useLocation, useNavigation } from "@remix-run/react";

/**
 * The query that this page was last asked for: of the answer on its way, else of the one shown.
 * A filter that kept only what is shown would undo another that is being applied.
 */
export function useAskedParams(): { params: URLSearchParams; isLeaving: boolean } {
  const shown = useLocation();
  const { location: going } = useNavigation();
  const isLeaving = going !== undefined && going.pathname !== shown.pathname;
  return { params: new URLSearchParams((isLeaving ? shown : (going ?? shown)).search), isLeaving };
}
