/** `npm run bench`: the speed claims, each against its baseline in the same run. */
import { build, checkNode, install, must } from "./prepare.mjs";

checkNode();
install();
build();
for (const claim of ["pages"]) {
  must(process.execPath, ["--import", "tsx", `bench/${claim}.ts`]);
}
