// Checks PostgreSQL at runtime: replication slots, long transactions, clock and time zones.

import { checkClock } from './clock.ts'
import type { Check } from './doctor.types.ts'
import { asSuperuser, fault, inMb, inShell, ok, warning } from './findings.ts'
import * as queries from './postgres.queries.ts'

/** Our transactions take milliseconds; those of a migration or a dump may take longer. */
const longSeconds = 900
const maxRetainedBytes = 1024 ** 3

export const runningChecks: Check[] = [
  {
    id: 'postgres.replication-slots',
    group: 'PostgreSQL',
    about: 'an unused replication slot retains the write-ahead log',
    needs: 'database',
    async run({ db }) {
      const slots = await queries.listSlots(db.directory)
      const idle = slots.filter(({ isActive }) => !isActive)
      if (idle.length === 0) return ok(`${slots.length} replication slots, none unused`)
      return idle.flatMap(({ name, retainedBytes }) => {
        const report = retainedBytes > maxRetainedBytes ? fault : warning
        return report(
          `the replication slot ${name} is unused and retains ${inMb(retainedBytes)} of the write-ahead log`,
          'The write-ahead log grows until the disk is full and PostgreSQL stops. Keep the slot if its standby returns soon.',
          asSuperuser(`SELECT pg_drop_replication_slot('${name.replaceAll("'", "''")}');`),
        )
      })
    },
  },
  {
    id: 'postgres.long-transactions',
    group: 'PostgreSQL',
    about: 'a transaction has been open for more than 15 minutes',
    needs: 'database',
    async run({ db }) {
      const long = await queries.listLongTransactions(db.directory, longSeconds)
      if (long.length === 0) return ok('no long transactions')
      return long.flatMap(({ pid, client, state, seconds }) =>
        warning(
          `${client} (pid ${pid}) has had a transaction open for ${Math.round(seconds / 60)} minutes (${state})`,
          'Deleted rows cannot be vacuumed, and updates become slow.',
          asSuperuser(`SELECT pg_terminate_backend(${pid});`),
        ),
      )
    },
  },
  {
    id: 'postgres.clock',
    group: 'PostgreSQL',
    about: 'the clocks of this machine and of PostgreSQL differ',
    needs: 'database',
    async run(ctx) {
      const before = Date.now()
      const theirs = await queries.findClock(ctx.db.directory)
      return checkClock(ctx, 'PostgreSQL', theirs, Date.now() - before)
    },
  },
  {
    id: 'postgres.time-zones',
    group: 'PostgreSQL',
    about: 'PostgreSQL lacks time zones that accounts may choose',
    needs: 'database',
    async run({ db }) {
      const zones = Intl.supportedValuesOf('timeZone')
      const unknown = await queries.listUnknownZones(db.directory, zones)
      if (unknown.length === 0) return ok(`PostgreSQL knows all ${zones.length} time zones`)
      return warning(
        `PostgreSQL lacks ${unknown.length} of ${zones.length} time zones, for example ${unknown.slice(0, 3).join(', ')}`,
        'Accounts in these time zones do not work.',
        inShell('sudo apt-get install --only-upgrade tzdata', 'sudo apt-get install tzdata-legacy'),
      )
    },
  },
]
