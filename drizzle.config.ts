import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate` writes the next migration from the schema; the product applies it. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/index.ts",
  out: "./db/migrations",
});
