import type { Ward } from '../ward.ts'
import type { PlantedFault } from './plant.ts'
import { sql } from './plant.ts'

export const ofPostgres: PlantedFault[] = [
  {
    name: 'fsync off',
    id: 'postgres.fsync',
    plant: sql('ALTER SYSTEM SET fsync = off', 'SELECT pg_reload_conf()'),
  },
  {
    name: 'full_page_writes off',
    id: 'postgres.full-page-writes',
    plant: sql('ALTER SYSTEM SET full_page_writes = off', 'SELECT pg_reload_conf()'),
  },
  {
    name: 'synchronous_commit off for the role',
    id: 'postgres.synchronous-commit',
    plant: sql('ALTER ROLE rastro_app SET synchronous_commit = off'),
  },
  {
    name: 'synchronous_commit off for the database',
    id: 'postgres.synchronous-commit',
    plant: sql('ALTER DATABASE rastro SET synchronous_commit = off'),
  },
  {
    name: 'autovacuum off',
    id: 'postgres.autovacuum',
    plant: sql('ALTER SYSTEM SET autovacuum = off', 'SELECT pg_reload_conf()'),
  },
  {
    name: 'idle sessions closed',
    id: 'postgres.idle-session-timeout',
    plant: sql("ALTER SYSTEM SET idle_session_timeout = '20s'", 'SELECT pg_reload_conf()'),
  },
  {
    name: 'the application role is a superuser',
    id: 'postgres.role-superuser',
    plant: sql('ALTER ROLE rastro_app SUPERUSER'),
  },
  {
    name: 'a role that bypasses row-level security',
    id: 'postgres.role-bypasses-security',
    plant: sql('ALTER ROLE rastro_app BYPASSRLS'),
  },
  {
    name: 'a role that owns a table',
    id: 'postgres.role-owns-tables',
    plant: sql('ALTER TABLE devices OWNER TO rastro_app'),
  },
  {
    name: 'a role with few connections',
    id: 'postgres.connections',
    plant: sql('ALTER ROLE rastro_app CONNECTION LIMIT 5'),
  },
  {
    name: 'a low max_connections',
    id: 'postgres.connections',
    async plant(ward) {
      await ward.sql('ALTER SYSTEM SET max_connections = 20')
      await ward.postgres.stop()
      await ward.postgres.start()
    },
  },
  {
    name: 'an unused replication slot',
    id: 'postgres.replication-slots',
    plant: sql("SELECT pg_create_physical_replication_slot('forgotten', true)"),
  },
]

export const ofSchema: PlantedFault[] = [
  {
    name: 'a schema older than the code',
    id: 'schema.migrations',
    plant: sql(
      'ALTER TABLE notifications DROP COLUMN traceparent',
      "DELETE FROM schema_migrations WHERE name LIKE '%traces.sql'",
    ),
  },
  {
    name: 'a missing job queue',
    id: 'schema.jobs',
    plant: sql("DELETE FROM pgboss.queue WHERE name = 'contact-code'"),
  },
  {
    name: 'a partition without forced row-level security',
    id: 'schema.row-security',
    plant: sql('ALTER TABLE locations_short_default NO FORCE ROW LEVEL SECURITY'),
  },
  {
    name: 'an unfinished index',
    id: 'schema.indexes',
    plant: sql("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'quarantine_age'::regclass"),
  },
  {
    name: 'weeks without a partition',
    id: 'schema.partitions',
    plant: (ward) => dropThisWeek(ward),
  },
  {
    name: 'locations in the default partition',
    id: 'schema.default-partition',
    async plant(ward) {
      await dropThisWeek(ward)
      await ward.sql(`
        INSERT INTO locations (fixed_at, received_at, device_number, account_id, fingerprint, class)
        SELECT now(), now(), 1, 1, 1, class FROM retention_classes WHERE name = 'short'`)
    },
  },
  {
    name: 'no database',
    id: 'postgres.reachable',
    plant: (ward) => ward.postgres.dropDatabase('rastro'),
  },
]

/** Drops the partition of this week of every retention class. */
async function dropThisWeek(ward: Ward): Promise<void> {
  await ward.sql(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT format('locations_%s_%s', r.name, to_char(date_trunc('week', now()), 'YYYYMMDD')) FROM retention_classes r
    LOOP EXECUTE format('DROP TABLE IF EXISTS %I', name); END LOOP; END $$`)
}
