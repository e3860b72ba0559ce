import { ListActivity } from "@server/office/contracts/activity";
import { rangesOf } from "~/lib/lists/list-ranges";

/** Invalid filters are ignored, where the API responds 400. */
export function filtersOf(request: Request) {
  const asked = new URL(request.url).searchParams;
  const of = <Name extends "actor" | "action">(name: Name) => {
    const one = ListActivity.safeParse({ [name]: asked.get(name) ?? "" });
    return one.success ? one.data[name] : undefined;
  };
  const { from, to } = rangesOf(asked);
  // The system's acts stand apart.
  return { actor: of("actor") ?? "PEOPLE", action: of("action"), from, to };
}
