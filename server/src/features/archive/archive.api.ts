// Opens the archive of an installation that has one.

import type { Config } from '../../config/config.ts'
import type { HistorySource } from '../../platform/db/db.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'

export interface Archive {
  history: HistorySource
  stop(): void
}

/** Undefined without an archive. Most installations have none: the libraries are loaded on demand. */
export async function openArchive(
  settings: Config['history'],
  now: () => Date,
): Promise<Archive | undefined> {
  const store = await openArchiveStore(settings)
  if (!store) return undefined
  const { createArchiveThread } = await import('./file/archive-worker.ts')
  const { createArchivedHistory } = await import('./archived-history.ts')
  const thread = createArchiveThread()
  return { history: createArchivedHistory(store, thread, now), stop: thread.stop }
}

export async function openArchiveStore({
  kind,
  directory,
  s3,
}: Config['history']): Promise<ObjectStore | undefined> {
  if (kind === 'off') return undefined
  const { openStore } = await import('../../platform/objects/open-store.ts')
  if (kind === 'local') return openStore({ kind, directory })
  const { encryption, kmsKeyId } = s3
  return openStore({
    ...{ ...s3, kind },
    encryption: encryption === 'off' ? undefined : encryption,
    kmsKeyId: kmsKeyId || undefined,
  })
}
