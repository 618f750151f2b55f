import { createLocalStore } from './local-store.ts'
import type { ObjectStore, ObjectStoreSettings } from './object-store.types.ts'
import { createS3Store } from './s3-store.ts'

/** Opens no connection: unusable settings throw, everything else shows at the first use. */
export function openStore(settings: ObjectStoreSettings): ObjectStore {
  return settings.kind === 'local' ? createLocalStore(settings) : createS3Store(settings)
}
