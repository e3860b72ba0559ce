import { router } from "@server/trpc";
import { allocationProof } from "./allocation-proof";
import { globalStock, myStock } from "./list-stock";

export const stockRouter = router({
  global: globalStock,
  mine: myStock,
  allocation: allocationProof,
});
