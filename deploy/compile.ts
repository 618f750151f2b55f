// Loads the code of all commands and roles, so that Node's compile cache contains it: processes start faster and smaller,
// because they neither strip types nor compile again. Run by deploy/make-compile-cache.

import { loadProgram } from '../server/src/main.ts'

await loadProgram()
await Promise.all([
  import('../server/src/features/recorder/recorder.consumer.ts'),
  import('../server/src/features/places/place.api.ts'),
  import('../server/src/roles/gateway.ts'),
  import('../server/src/roles/gateway-http.ts'),
  import('../server/src/roles/mqtt.ts'),
  import('../server/src/roles/notifier.ts'),
  import('../server/src/roles/api.ts'),
  import('../server/src/roles/trips.ts'),
  import('../server/src/roles/reporter.ts'),
])
process.exit()
