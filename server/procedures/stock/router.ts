import { router } from "@server/trpc";
import { globalStock, myStock } from "./list-stock";

export const stockRouter = router({ global: globalStock, mine: myStock });
