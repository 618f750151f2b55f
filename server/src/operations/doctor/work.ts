// Whether what is to be done is done, and what waits for somebody.

import { reviewSigningKeys } from '../../features/auth/signing-keys.api.ts'
import { findOldestUntold } from '../../features/events/outbox.api.ts'
import { countDeadLetters, countStrangers } from '../../features/recorder/store-health.api.ts'
import * as jobs from '../../platform/jobs/jobs.queries.ts'
import { jobKinds } from '../../roles/job-kinds.ts'
import type { Check } from './doctor.types.ts'
import { askOnce, asOwner, asSuperuser, byPerson, fault, inShell, ok, warning } from './findings.ts'

/** No need to know more exactly, and the question stays cheap. */
const most = 1_000
const manyStrangers = 200
const silentJobsMs = 180_000
const lateNewsMs = 120_000
/** The key is renewed by an hourly job: a day later it was missed. */
const overdueKeyMs = 86_400_000
const dayMs = 86_400_000

const kinds = jobKinds.map(({ name }) => name)
const askKeys = askOnce(reviewSigningKeys)
const upTo = (count: number) => (count >= most ? `${most} or more` : String(count))
const notifier = inShell('rastro serve notifier')

export const workChecks: Check[] = [
  {
    id: 'work.notifier',
    group: 'work',
    about: 'nobody takes jobs',
    needs: 'tables',
    async look({ db, now }) {
      if (!(await jobs.hasJobs(db.directory))) return []
      const { lookedAfterAt } = await jobs.findJobs(db.directory, kinds)
      const silentMs = lookedAfterAt ? now().getTime() - lookedAfterAt.getTime() : Number.POSITIVE_INFINITY
      if (silentMs < silentJobsMs) return ok(`jobs were looked after ${Math.round(silentMs / 1_000)} s ago`)
      return warning(
        lookedAfterAt
          ? `nobody has looked after the jobs for ${Math.round(silentMs / 60_000)} minutes`
          : 'nobody has ever looked after the jobs',
        'No notification and no webhook is sent, no partition made, no key renewed.',
        notifier,
      )
    },
  },
  {
    id: 'work.failed-jobs',
    group: 'work',
    about: 'jobs failed for good',
    needs: 'tables',
    async look({ db }) {
      if (!(await jobs.hasJobs(db.directory))) return []
      const failed = await jobs.listFailedJobs(db.directory, kinds, most)
      if (failed.length === 0) return ok('no job has failed for good')
      return failed.flatMap(({ kind, jobs: count, why }) =>
        warning(
          `${upTo(count)} jobs "${kind}" failed for good${why ? `, the newest with: ${why}` : ''}`,
          'What they were for was not done. When the reason is gone, they can be tried once more.',
          asOwner(
            `UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL WHERE name = '${kind}' AND state = 'failed';`,
          ),
        ),
      )
    },
  },
  {
    id: 'work.dead-letters',
    group: 'work',
    about: 'what trackers said could not be stored',
    needs: 'tables',
    async look(patient) {
      const letters = await countDeadLetters(patient, most)
      if (letters === 0) return ok('no dead letters')
      return fault(
        `${upTo(letters)} messages of trackers could not be stored`,
        'Their locations are missing until they are replayed. Those that stay are to be read: select at, why from dead_letters;',
        inShell('rastro recover dead-letters'),
      )
    },
  },
  {
    id: 'work.quarantine',
    group: 'work',
    about: 'many trackers report that nobody has registered',
    needs: 'tables',
    async look(patient) {
      const strangers = await countStrangers(patient, most)
      const found = `${upTo(strangers)} trackers that nobody has registered reported within the hour`
      if (strangers < manyStrangers) return ok(found)
      return warning(
        found,
        'Somebody forgot to register them, or tries identifiers.',
        asSuperuser(
          'SELECT protocol, address, count(*) FROM quarantine GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 20;',
        ),
        byPerson('Register those that are yours; keep the others out by the firewall.'),
      )
    },
  },
  {
    id: 'work.news',
    group: 'work',
    about: 'what happened is not told',
    needs: 'tables',
    async look(patient) {
      const oldest = await findOldestUntold(patient)
      const lateMs = oldest ? patient.now().getTime() - oldest.getTime() : 0
      if (lateMs < lateNewsMs) return ok('what happened is told')
      return fault(
        `something that happened ${Math.round(lateMs / 60_000)} minutes ago is not told yet`,
        'Streams, webhooks and alerts of expiries wait for it.',
        notifier,
      )
    },
  },
  {
    id: 'work.signing-key-age',
    group: 'work',
    about: 'the key that signs tokens is older than allowed',
    needs: 'tables',
    async look(patient) {
      const { newestFrom } = await askKeys(patient)
      if (!newestFrom) return ok('the first signing key is made when the first token is')
      const ageMs = patient.now().getTime() - newestFrom.getTime()
      const { signingKeyDays } = patient.config.access
      const found = `the newest signing key is ${Math.max(0, Math.floor(ageMs / dayMs))} days old`
      if (ageMs < signingKeyDays * dayMs + overdueKeyMs) return ok(found)
      return fault(
        `${found}, but RASTRO_SIGNING_KEY_DAYS is ${signingKeyDays}`,
        'A key that leaks stays good for longer than you decided. The notifier renews it where it runs.',
        inShell('rastro signingkey rotate'),
      )
    },
  },
  {
    id: 'work.signing-key-secret',
    group: 'work',
    about: 'signing keys were sealed with another secret',
    needs: 'tables',
    async look(patient) {
      if (patient.config.access.secret === '') return []
      const { notOurs } = await askKeys(patient)
      if (notOurs.length === 0) return ok('the signing keys can be opened')
      const list = notOurs.map((kid) => `'${kid}'`).join(', ')
      return fault(
        `${notOurs.length} signing keys were sealed with another RASTRO_SECRET`,
        'Nobody can sign in. With the former secret in RASTRO_OLD_SECRETS all is well again; without it everybody signs in anew, and secrets of webhooks and share links must be made anew.',
        asSuperuser(`DELETE FROM signing_keys WHERE kid IN (${list});`),
      )
    },
  },
]
