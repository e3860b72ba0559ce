import { ACTIVITY_ACTORS, ListActivity } from "@server/contracts/activity";

/** A page is for people: a filter that makes no sense is left out, where a call answers 400. */
export function filtersOf(request: Request) {
  const asked = new URL(request.url).searchParams;
  const of = <Name extends "actor" | "action" | "from" | "to">(name: Name) => {
    const one = ListActivity.safeParse({ [name]: asked.get(name) ?? "" });
    return one.success ? one.data[name] : undefined;
  };
  const days = [of("from"), of("to")];
  // Two days the wrong way round mean the same days.
  const [from, to] = days[0] && days[1] && days[0] > days[1] ? days.toReversed() : days;
  const actor = ACTIVITY_ACTORS.find((one) => one === of("actor"));
  return { actor, action: of("action"), from, to };
}
