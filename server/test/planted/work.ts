import type { PlantedFault } from './plant.ts'
import { sql } from './plant.ts'

export const ofWork: PlantedFault[] = [
  {
    name: 'dead letters',
    id: 'work.dead-letters',
    plant: sql(
      `INSERT INTO dead_letters (stream, sequence, why, payload) VALUES ('rastro-LOCATIONS', 1, 'a bug', '{"rows":[]}')`,
    ),
  },
  {
    name: 'a job that failed for good',
    id: 'work.failed-jobs',
    plant: sql(
      `INSERT INTO pgboss.job (name, state, output) VALUES ('forget-history', 'failed', '{"message": "the disk was full"}')`,
    ),
  },
  {
    name: 'a signing key that is too old',
    id: 'work.signing-key-age',
    async plant(ward) {
      await ward.rastro('signingkey', 'rotate')
      await ward.sql("UPDATE signing_keys SET signs_from = now() - interval '100 days'")
    },
  },
  {
    name: 'another secret than before',
    id: 'work.signing-key-secret',
    async plant(ward) {
      await ward.rastro('signingkey', 'rotate')
      ward.env.RASTRO_SECRET = 'Zt4nQ8vR2xKc6LmY1bWd9GhS5jPf3TuA'
    },
  },
  {
    name: 'nobody who looks after jobs',
    id: 'work.notifier',
    plant: sql("UPDATE pgboss.queue SET monitor_on = now() - interval '1 hour'"),
  },
  {
    name: 'news that nobody tells',
    id: 'work.news',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Expedition', '--email', 'olga@example.com')
      await ward.sql(`
        INSERT INTO outbox (account_id, type, at, device_number, device_id, data)
        SELECT account_id, 'device.expired', now() - interval '1 hour', 1, 'dev_1', '{}' FROM accounts`)
    },
  },
]
