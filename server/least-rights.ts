import { createDatabase, type Database, runText } from "@db/client";
import { grantServing } from "@db/grants";
import { migrate } from "@db/migrate";
import { setRoleDefaults } from "@db/role-defaults";
import { ConfigError } from "@server/config/environment";
import { installQueue } from "@server/delivery/jobs";

/**
 * Migrates by the role that owns the tables, and gives the serving role what it needs and no more:
 * it reads and writes rows, and of append-only tables it adds them. Throws ConfigError if the
 * serving role owns the tables too, or could act as their owner.
 */
export async function migrateByOwner(serving: Database, ownerUrl: string): Promise<void> {
  const owner = createDatabase({ url: ownerUrl, max: 2 });
  try {
    const [own] = await runText(owner.db, "SELECT current_user AS role", []);
    const ownerRole = String(own?.role);
    const [row] = await runText(
      serving.db,
      `SELECT current_user AS role,
              rolsuper OR rolcreaterole OR pg_has_role(current_user, $1::name, 'MEMBER') AS is_owner
         FROM pg_roles WHERE rolname = current_user`,
      [ownerRole],
    );
    if (!row || row.is_owner === true) {
      throw new ConfigError(
        "DATABASE_URL must name a role without rights of its own: DATABASE_OWNER_URL has those of the owner.",
      );
    }
    await migrate(owner);
    await installQueue(ownerUrl, owner);
    await grantServing(owner.db, String(row.role));
    await setRoleDefaults(serving.db);
  } finally {
    await owner.close();
  }
}
