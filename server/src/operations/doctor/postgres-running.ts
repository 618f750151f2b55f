// What goes on in PostgreSQL now: what holds it back, its clock, and its time zones.

import { judgeClock } from './clock.ts'
import type { Check } from './doctor.types.ts'
import { asSuperuser, fault, inMb, inShell, ok, warning } from './findings.ts'
import * as queries from './postgres.queries.ts'

/** Our own transactions last milliseconds; those of a migration or a dump may last longer. */
const longSeconds = 900
const tooMuchHeldBytes = 1024 ** 3

export const runningChecks: Check[] = [
  {
    id: 'postgres.replication-slots',
    group: 'PostgreSQL',
    about: 'a replication slot that nobody uses keeps the write-ahead log',
    needs: 'database',
    async look({ db }) {
      const slots = await queries.listSlots(db.directory)
      const left = slots.filter(({ isActive }) => !isActive)
      if (left.length === 0) return ok(`${slots.length} replication slots, none left alone`)
      return left.flatMap(({ name, heldBytes }) => {
        const say = heldBytes > tooMuchHeldBytes ? fault : warning
        return say(
          `nobody reads the replication slot ${name}, which holds back ${inMb(heldBytes)} of the write-ahead log`,
          'The log grows until the disk is full, and PostgreSQL stops. If its standby comes back soon, leave it.',
          asSuperuser(`SELECT pg_drop_replication_slot('${name.replaceAll("'", "''")}');`),
        )
      })
    },
  },
  {
    id: 'postgres.long-transactions',
    group: 'PostgreSQL',
    about: 'a transaction is open for more than 15 minutes',
    needs: 'database',
    async look({ db }) {
      const long = await queries.listLongTransactions(db.directory, longSeconds)
      if (long.length === 0) return ok('no transaction of ours is open for long')
      return long.flatMap(({ pid, client, state, seconds }) =>
        warning(
          `${client} (pid ${pid}) has a transaction open for ${Math.round(seconds / 60)} minutes, and is ${state}`,
          'Nothing that was deleted since is cleaned up, and updates become slow.',
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
    async look(patient) {
      const before = Date.now()
      const theirs = await queries.findClock(patient.db.directory)
      return judgeClock(patient, 'PostgreSQL', theirs, Date.now() - before)
    },
  },
  {
    id: 'postgres.time-zones',
    group: 'PostgreSQL',
    about: 'PostgreSQL does not know a time zone that accounts may choose',
    needs: 'database',
    async look({ db }) {
      const zones = Intl.supportedValuesOf('timeZone')
      const unknown = await queries.listUnknownZones(db.directory, zones)
      if (unknown.length === 0) return ok(`PostgreSQL knows all ${zones.length} time zones`)
      return warning(
        `PostgreSQL does not know ${unknown.length} of ${zones.length} time zones, as ${unknown.slice(0, 3).join(', ')}`,
        'Accounts there cannot be served: their day has no beginning.',
        inShell('sudo apt-get install --only-upgrade tzdata', 'sudo apt-get install tzdata-legacy'),
      )
    },
  },
]
