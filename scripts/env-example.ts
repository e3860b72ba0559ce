/** `npm run env-example`: writes `.env.example` from the settings. */
import { writeFileSync } from "node:fs";
import { envExample } from "@server/platform/config/env-example";

writeFileSync(".env.example", envExample());
