// Checks background work: trials, jobs, dead letters, quarantine, outbox and signing keys.

import { countAccounts } from '../../features/accounts/status.api.ts'
import { countDueTrials } from '../../features/accounts/trial.api.ts'
import { listDelayedAccounts } from '../../features/alerts/judge-thread.api.ts'
import { checkSigningKeys } from '../../features/auth/signing-keys.api.ts'
import { findOldestUnpublished } from '../../features/events/outbox.api.ts'
import { listFailingMappings } from '../../features/ingest-keys/ingest-key.api.ts'
import { countDeadLetters, countUnknownTrackers } from '../../features/recorder/store-health.api.ts'
import * as jobs from '../../platform/jobs/jobs.queries.ts'
import { jobKinds } from '../../roles/job-kinds.ts'
import type { Check } from './doctor.types.ts'
import { asOwner, asSuperuser, fault, inShell, manually, memoize, ok, warning } from './findings.ts'

/** Counting stops here, to keep the queries cheap. */
const max = 1_000
const manyUnknown = 200
const idleJobsMs = 180_000
const lateOutboxMs = 120_000
const lateJudgingMs = 60_000
const maxListed = 5
const lateTrialMs = 600_000
/** An hourly job rotates the key; a day late means that the job does not run. */
const keyGraceMs = 86_400_000
const dayMs = 86_400_000
const hourMs = 3_600_000

const kinds = jobKinds.map(({ name }) => name)
const getSigningKeys = memoize(checkSigningKeys)
const upTo = (count: number) => (count >= max ? `${max} or more` : String(count))
const notifier = inShell('rastro serve notifier')

export const workChecks: Check[] = [
  {
    id: 'work.notifier',
    group: 'work',
    about: 'no notifier processes jobs',
    needs: 'tables',
    async run({ db, now }) {
      if (!(await jobs.hasJobs(db.directory))) return []
      const { monitoredAt } = await jobs.findJobs(db.directory, kinds)
      const silentMs = monitoredAt ? now().getTime() - monitoredAt.getTime() : Number.POSITIVE_INFINITY
      if (silentMs < idleJobsMs) return ok(`jobs were last processed ${Math.round(silentMs / 1_000)} s ago`)
      return warning(
        monitoredAt
          ? `jobs have not been processed for ${Math.round(silentMs / 60_000)} minutes`
          : 'jobs have never been processed',
        'Notifications and webhooks are not sent, partitions not created, keys not rotated.',
        notifier,
      )
    },
  },
  {
    id: 'work.failed-jobs',
    group: 'work',
    about: 'jobs failed permanently',
    needs: 'tables',
    async run({ db }) {
      if (!(await jobs.hasJobs(db.directory))) return []
      const failed = await jobs.listFailedJobs(db.directory, kinds, max)
      if (failed.length === 0) return ok('no permanently failed jobs')
      return failed.flatMap(({ kind, jobs: count, why }) =>
        warning(
          `${upTo(count)} jobs "${kind}" failed permanently${why ? `, the latest with: ${why}` : ''}`,
          'Their work was not done. Retry them when the cause is fixed.',
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
    about: 'tracker messages could not be stored',
    needs: 'tables',
    async run(ctx) {
      const count = await countDeadLetters(ctx, max)
      if (count === 0) return ok('no dead letters')
      return fault(
        `${upTo(count)} tracker messages could not be stored`,
        'Their locations are missing until recovered. If some remain, see the reasons: select at, reason from dead_letters;',
        inShell('rastro recover dead-letters'),
      )
    },
  },
  {
    id: 'work.delayed-judging',
    group: 'work',
    about: 'the rules of an account are evaluated late',
    needs: 'tables',
    async run(ctx) {
      const delayed = await listDelayedAccounts(ctx, max, max)
      const message = `the rules of ${upTo(delayed.length)} accounts are evaluated apart from the others`
      const late = delayed.filter(({ since }) => ctx.now().getTime() - since.getTime() > lateJudgingMs)
      if (late.length === 0) return ok(message)
      const list = late.slice(0, maxListed).map(({ accountId, waiting, skipped, reason }) => {
        const givenUp = skipped > 0 ? `, ${skipped} given up` : ''
        return `account ${accountId}: ${upTo(waiting)} locations are waiting${givenUp}, because ${reason}`
      })
      return warning(
        `the rules of ${upTo(late.length)} accounts are evaluated late (${list.join('; ')})`,
        'Their locations are stored, their alerts are delayed; other accounts are not affected. Simplify or disable their rules or geofences. Without a recorder nothing is evaluated.',
        inShell('rastro serve recorder'),
      )
    },
  },
  {
    id: 'work.quarantine',
    group: 'work',
    about: 'many unregistered trackers report',
    needs: 'tables',
    async run(ctx) {
      const trackers = await countUnknownTrackers(ctx, max)
      const message = `${upTo(trackers)} unregistered trackers reported within the last hour`
      if (trackers < manyUnknown) return ok(message)
      return warning(
        message,
        'They were not registered, or someone is probing identifiers.',
        asSuperuser(
          'SELECT protocol, address, count(*) FROM quarantine GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 20;',
        ),
        manually('Register your own trackers; block the others in the firewall.'),
      )
    },
  },
  {
    id: 'work.outbox',
    group: 'work',
    about: 'outbox events are not published',
    needs: 'tables',
    async run(ctx) {
      const oldest = await findOldestUnpublished(ctx)
      const lateMs = oldest ? ctx.now().getTime() - oldest.getTime() : 0
      if (lateMs < lateOutboxMs) return ok('outbox events are published')
      return fault(
        `an outbox event has been waiting for ${Math.round(lateMs / 60_000)} minutes`,
        'Streams, webhooks and expiry alerts are delayed.',
        notifier,
      )
    },
  },
  {
    id: 'work.mappings',
    group: 'work',
    about: 'the mapping of an ingest key could read no payload within the last hour',
    needs: 'tables',
    async run(ctx) {
      const failing = await listFailingMappings(ctx, new Date(ctx.now().getTime() - hourMs), max)
      if (failing.length === 0) return ok('no mapping failed to read all its payloads')
      // Not why: the fault can contain values of the account's payloads.
      const list = failing.slice(0, maxListed).map(({ id, accountId }) => `${id} of account ${accountId}`)
      return warning(
        `the mappings of ${upTo(failing.length)} ingest keys could read no payload within the last hour (${list.join(', ')})`,
        'What these senders report is not stored. Tell the accounts: they see the fault under Settings, Ingest keys, and correct the mapping there. Then clear it, or wait an hour.',
        asSuperuser(
          `UPDATE ingest_keys SET last_fault_at = NULL, last_fault = NULL WHERE last_fault_at > now() - interval '1 hour';`,
        ),
      )
    },
  },
  {
    id: 'work.accounts',
    group: 'work',
    about: 'trials do not end',
    needs: 'tables',
    async run(ctx) {
      const { active, suspended, blocked, closing } = await countAccounts(ctx)
      const before = new Date(ctx.now().getTime() - lateTrialMs)
      const late = await countDueTrials(ctx, before, max)
      if (late === 0) {
        return ok(
          `${active} accounts are active, ${suspended} suspended, ${blocked} blocked, ${closing} closing`,
        )
      }
      return warning(
        `the trials of ${upTo(late)} accounts are late`,
        'Their owners get no e-mail, and the accounts stay open after the end of the trial.',
        notifier,
      )
    },
  },
  {
    id: 'work.signing-key-age',
    group: 'work',
    about: 'the token signing key is older than allowed',
    needs: 'tables',
    async run(ctx) {
      const { newestFrom } = await getSigningKeys(ctx)
      if (!newestFrom) return ok('no signing key yet; the first token creates it')
      const ageMs = ctx.now().getTime() - newestFrom.getTime()
      const { signingKeyDays } = ctx.config.access
      const message = `the newest signing key is ${Math.max(0, Math.floor(ageMs / dayMs))} days old`
      if (ageMs < signingKeyDays * dayMs + keyGraceMs) return ok(message)
      return fault(
        `${message}, but RASTRO_SIGNING_KEY_DAYS is ${signingKeyDays}`,
        'A leaked key stays valid for longer than configured. A running notifier rotates it.',
        inShell('rastro signingkey rotate'),
      )
    },
  },
  {
    id: 'work.signing-key-secret',
    group: 'work',
    about: 'signing keys were encrypted with another secret',
    needs: 'tables',
    async run(ctx) {
      if (ctx.config.access.secret === '') return []
      const { unreadable } = await getSigningKeys(ctx)
      if (unreadable.length === 0) return ok('the signing keys can be decrypted')
      const list = unreadable.map((kid) => `'${kid}'`).join(', ')
      return fault(
        `${unreadable.length} signing keys were encrypted with another RASTRO_SECRET`,
        'Users cannot sign in. Set the previous secret in RASTRO_OLD_SECRETS to recover. Without it all sessions end, and webhook secrets and share links must be created again.',
        asSuperuser(`DELETE FROM signing_keys WHERE kid IN (${list});`),
      )
    },
  },
]
