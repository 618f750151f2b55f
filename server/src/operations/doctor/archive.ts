// Checks that weeks of locations are archived in time, and that their objects can be read.

import { openArchiveStore } from '../../features/archive/archive.api.ts'
import type { ArchiveFailure } from '../../features/archive/status.api.ts'
import { findArchiveState, listArchiveFailures } from '../../features/archive/status.api.ts'
import type { Check, Finding } from './doctor.types.ts'
import { fault, inEnvironment, inShell, manually, ok, warning } from './findings.ts'

const lateAfterMs = 24 * 3_600_000

export const archiveChecks: Check[] = [
  {
    id: 'storage.archive',
    group: 'storage',
    about: 'the archive of locations cannot be read, or one of its weeks or objects fails again and again',
    needs: 'tables',
    async run(ctx) {
      const { objects, bytes, newest, unfinishedSince } = await findArchiveState(ctx)
      const store = await openArchiveStore(ctx.config.history)
      if (!store) {
        if (objects === 0) return ok('no locations are archived')
        return fault(
          `${objects} objects are archived, but RASTRO_ARCHIVE_KIND is "off"`,
          'Old locations are missing from every read.',
          inEnvironment('RASTRO_ARCHIVE_KIND=local', 'RASTRO_ARCHIVE_DIRECTORY=/var/lib/rastro/archive'),
        )
      }
      try {
        const size = newest && (await store.size(newest.key))
        if (newest && size !== newest.bytes) {
          return fault(
            `the object ${newest.key} of the archive has ${size ?? 'no'} bytes, not ${newest.bytes}`,
            'Reads of old locations fail.',
            inShell('rastro archive verify'),
            manually(
              'Restore the objects that it lists from the copy of the directory or bucket.',
              'Without a copy, give up their locations: rastro archive forget KEY',
            ),
          )
        }
        if ((await store.findVersions()) === 'kept') {
          return warning(
            'the bucket of the archive keeps former versions of objects, and the access key cannot remove them',
            'Locations that are erased stay in the bucket.',
            manually(
              'Allow the key ListBucketVersions and DeleteObjectVersion, or switch versioning off and remove the versions.',
            ),
          )
        }
      } catch (error) {
        return fault(
          `the archive cannot be read: ${(error as Error).message}`,
          'Reads of old locations fail, and no week is archived.',
          manually('Check the settings RASTRO_ARCHIVE_…, and that this machine reaches the store.'),
        )
      }
      const failed = (await listArchiveFailures(ctx)).filter(({ failures }) => failures > 1)
      if (failed.length > 0) return failed.map(failureOf)
      if (unfinishedSince && ctx.now().getTime() - unfinishedSince.getTime() > lateAfterMs) {
        return warning(
          `a week has not been archived since ${unfinishedSince.toISOString()}`,
          'Its locations stay in PostgreSQL, where they are read as before.',
          inShell('rastro archive run'),
        )
      }
      return ok(`the archive has ${objects} objects with ${Math.round(bytes / 1e6)} MB`)
    },
  },
]

function failureOf({ step, subject, failures, failedSince, reason }: ArchiveFailure): Finding {
  const { what, impact } = stepsThatFail[step]
  return warning(
    `${what} ${subject} has failed ${failures} times since ${failedSince.toISOString()}: ${reason}`,
    `${impact} Others are not affected.`,
    step === 'rewrite' || step === 'merge'
      ? inShell('rastro archive verify', 'rastro archive run')
      : inShell('rastro archive run'),
  )[0]!
}

const stepsThatFail: Record<ArchiveFailure['step'], { what: string; impact: string }> = {
  archive: {
    what: 'archiving the week',
    impact: 'Its locations stay in PostgreSQL, where they are read as before.',
  },
  drop: {
    what: 'dropping the partition of the archived week',
    impact: 'It still takes disk of PostgreSQL.',
  },
  rewrite: {
    what: 'rewriting the object',
    impact: 'No read has what was deleted, but the object still does: erasures of its accounts wait.',
  },
  merge: {
    what: 'merging late locations into the week',
    impact: 'They stay in PostgreSQL, where they are read as before.',
  },
  remove: { what: 'removing the object', impact: 'Nothing uses it, but it is still in the store.' },
}
