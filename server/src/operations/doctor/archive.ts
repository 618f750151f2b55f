// Checks that weeks of locations are archived in time, and that their objects can be read.

import { openArchiveStore } from '../../features/archive/archive.api.ts'
import { findArchiveState } from '../../features/archive/status.api.ts'
import type { Check } from './doctor.types.ts'
import { fault, inEnvironment, inShell, manually, ok, warning } from './findings.ts'

const lateAfterMs = 24 * 3_600_000

export const archiveChecks: Check[] = [
  {
    id: 'storage.archive',
    group: 'storage',
    about: 'the archive of locations cannot be read, or a week is not archived in time',
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
          )
        }
      } catch (error) {
        return fault(
          `the archive cannot be read: ${(error as Error).message}`,
          'Reads of old locations fail, and no week is archived.',
          manually('Check the settings RASTRO_ARCHIVE_…, and that this machine reaches the store.'),
        )
      }
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
