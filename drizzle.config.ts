import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./db/schema.ts", "./db/identity-schema.ts"],
  out: "./db/migrations",
  schemaFilter: ["public", "identity"],
});
