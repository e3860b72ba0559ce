import { createDatabase, type Database, runText } from "@db/client";
import { excessRights, grantServing, recordRights } from "@db/startup/grants";
import { migrate } from "@db/startup/migrate";
import { setRoleDefaults } from "@db/startup/role-defaults";
import { ConfigError } from "@server/platform/config/environment";

/**
 * Migrates by the role that owns the tables, and grants the serving role the rights to read and
 * write rows, and only to add them to append-only tables. Throws ConfigError if the serving role
 * owns a table, a function, a schema or the database, could act as a role that does, or may still
 * rewrite records after the grants. A serving role that owns something is refused before the
 * migration.
 */
export async function migrateByOwner(serving: Database, ownerUrl: string): Promise<void> {
  const owner = createDatabase({ url: ownerUrl, max: 2 });
  try {
    const [own] = await runText(owner.db, "SELECT current_user AS role", []);
    const [role] = await runText(serving.db, "SELECT current_user AS name", []);
    refuseRights(await excessRights(serving.db, String(own?.role)));
    await migrate(owner);
    await grantServing(owner.db, String(role?.name));
    refuseRights(await recordRights(serving.db));
    await setRoleDefaults(serving.db);
  } finally {
    await owner.close();
  }
}

function refuseRights(rights: readonly string[]): void {
  if (rights.length === 0) return;
  throw new ConfigError(
    `DATABASE_URL must name a role without rights of its own: DATABASE_OWNER_URL has those of the owner. It has: ${rights.join(", ")}.`,
  );
}
