import type { Ward } from '../ward.ts'
import type { PlantedFault } from './plant.ts'
import { sql } from './plant.ts'

export const ofWork: PlantedFault[] = [
  {
    name: 'a pool whose licenses do not add up',
    id: 'work.license-pools',
    plant: sql(
      'ALTER TABLE nodes DISABLE TRIGGER USER',
      `INSERT INTO nodes (id, kind, parent, path, depth, name, granted, given) VALUES ('res_0000000000000000004711', 'reseller', 1, '00000001/00004711/', 1, 'Alpha', 10, 5)`,
      'ALTER TABLE nodes ENABLE TRIGGER USER',
    ),
  },
  {
    name: 'a transfer of licenses that nobody settles',
    id: 'work.license-transfers',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Beta', '--email', 'beta@example.com')
      await ward.sql(
        `INSERT INTO nodes (id, kind, parent, path, depth, name, granted) VALUES ('res_0000000000000000004712', 'reseller', 1, '00000001/00004712/', 1, 'Gamma', 0)`,
        `INSERT INTO nodes (id, kind, parent, path, depth, name, granted, account_number)
         SELECT public_id, 'account', r.number, r.path || '00004713/', 2, a.name, 0, a.account_id
         FROM accounts a, nodes r WHERE a.name = 'Beta' AND r.name = 'Gamma'`,
        `INSERT INTO license_transfers (id, node, node_id, node_name, path, licenses, target, state, reason, author, created_at)
         SELECT 'ltr_1', number, id, name, path, 1, 1, 'pending', 'order', 'ana', now() - interval '5 minutes'
         FROM nodes WHERE name = 'Beta'`,
      )
    },
  },
  {
    name: 'hosts of resellers that nobody checks',
    id: 'work.reseller-hosts',
    plant: sql(
      `INSERT INTO hosts (node, path, name, token, added_by, added_at, check_at)
       VALUES (1, '00000001/', 'fleet.alpha.example', repeat('a', 32), 'ana', now(), now() - interval '2 hours')`,
    ),
  },
  {
    name: 'a support session that nobody ends',
    id: 'work.support-sessions',
    plant: plantSupport,
  },
  {
    name: 'an account whose erasure is late',
    id: 'work.erasures',
    plant: sql(
      `SELECT setval('account_numbers', 4712)`,
      `INSERT INTO erasures (account_id, requested_at, requested_by, due_at) VALUES (4711, now() - interval '40 days', 'operator', now() - interval '10 days')`,
    ),
  },
  {
    name: 'an erased account from an older backup',
    id: 'work.erased-accounts',
    plant: sql(
      `SELECT setval('account_numbers', 4712)`,
      `INSERT INTO directory_accounts (account_id, public_id) VALUES (4712, 'acc_0000000000000000004712')`,
      'INSERT INTO erased (number, erased_at) VALUES (4712, now())',
    ),
  },
  {
    name: 'a restored backup that would reuse the number of an erased account',
    id: 'work.erased-accounts',
    plant: sql(
      `SELECT setval('account_numbers', 4712)`,
      'INSERT INTO erased (number, erased_at) VALUES (4713, now())',
    ),
  },
  {
    name: 'a mapping that reads nothing',
    id: 'work.mappings',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Delta', '--email', 'delta@example.com')
      await ward.sql(
        `INSERT INTO ingest_keys (account_id, id, protocol, name, mapping, secret_hash, created_at, last_fault_at, last_fault)
         SELECT account_id, 'ing_0000000000000000004711', 'mapping', 'Partner', '{"identifier": "item.id"}', '\\x00', now(),
           now(), 'identifier: No such key: id' FROM accounts WHERE name = 'Delta'`,
      )
    },
  },
  {
    name: 'dead letters',
    id: 'work.dead-letters',
    plant: sql(
      `INSERT INTO dead_letters (stream, sequence, reason, payload) VALUES ('rastro-LOCATIONS', 1, 'a bug', '{"rows":[]}')`,
    ),
  },
  {
    name: 'a permanently failed job',
    id: 'work.failed-jobs',
    plant: sql(
      `INSERT INTO pgboss.job (name, state, output) VALUES ('forget-history', 'failed', '{"message": "the disk was full"}')`,
    ),
  },
  {
    name: 'an old signing key',
    id: 'work.signing-key-age',
    async plant(ward) {
      await ward.rastro('signingkey', 'rotate')
      await ward.sql("UPDATE signing_keys SET signs_from = now() - interval '100 days'")
    },
  },
  {
    name: 'a changed secret',
    id: 'work.signing-key-secret',
    async plant(ward) {
      await ward.rastro('signingkey', 'rotate')
      ward.env.RASTRO_SECRET = 'Zt4nQ8vR2xKc6LmY1bWd9GhS5jPf3TuA'
    },
  },
  {
    name: 'no running notifier',
    id: 'work.notifier',
    plant: sql("UPDATE pgboss.queue SET monitor_on = now() - interval '1 hour'"),
  },
  {
    name: 'unpublished outbox events',
    id: 'work.outbox',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Expedition', '--email', 'olga@example.com')
      await ward.sql(`
        INSERT INTO outbox (account_id, type, at, device_number, device_id, data)
        SELECT account_id, 'device.expired', now() - interval '1 hour', 1, 'dev_1', '{}' FROM accounts`)
    },
  },
  {
    name: 'a trial that does not end',
    id: 'work.accounts',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Trial', '--email', 'tina@example.com')
      await ward.sql(`
        UPDATE accounts SET trial_ends_at = now() - interval '1 day', trial_next_at = now() - interval '1 day'`)
    },
  },
  {
    name: 'rules that are evaluated late',
    id: 'work.delayed-judging',
    async plant(ward) {
      await ward.rastro('account', 'create', '--name', 'Regatta', '--email', 'rita@example.com')
      await ward.sql(`
        INSERT INTO judging_delays (account_id, since, reason)
        SELECT account_id, now() - interval '1 hour', 'its rules take too much computing time' FROM accounts
        ORDER BY account_id LIMIT 1`)
    },
  },
]

async function plantSupport(ward: Ward): Promise<void> {
  await ward.rastro('account', 'create', '--name', 'Epsilon', '--email', 'epsilon@example.com')
  await ward.sql(
    `INSERT INTO nodes (id, kind, parent, path, depth, name, granted, account_number)
     SELECT public_id, 'account', 1, '00000001/00004714/', 1, name, null, account_id
     FROM accounts WHERE name = 'Epsilon' ON CONFLICT DO NOTHING`,
    `INSERT INTO support_requests (id, account_number, account, account_name, path, asked_by, visitor_account, visitor_id,
       visitor_name, organization, reason, access, minutes, requested_at, state, expires_at, check_at)
     SELECT 'sup_0000000000000000004714', account_number, id, name, path, '00000001/', 1, 'usr_x', 'Ana', 'Ops', 'x', 'read', 30,
       now() - interval '2 hours', 'active', now() - interval '90 minutes', now()
     FROM nodes WHERE name = 'Epsilon'`,
  )
}
