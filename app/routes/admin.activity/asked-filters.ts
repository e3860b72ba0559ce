import { ListActivity } from "@server/office/contracts/activity";

/** Invalid filters are ignored, where the API responds 400. */
export function filtersOf(request: Request) {
  const asked = new URL(request.url).searchParams;
  const of = <Name extends "actor" | "action" | "from" | "to">(name: Name) => {
    const one = ListActivity.safeParse({ [name]: asked.get(name) ?? "" });
    return one.success ? one.data[name] : undefined;
  };
  const days = [of("from"), of("to")];
  // Two dates in reverse order are swapped.
  const [from, to] = days[0] && days[1] && days[0] > days[1] ? days.toReversed() : days;
  // The system's acts stand apart.
  return { actor: of("actor") ?? "PEOPLE", action: of("action"), from, to };
}
