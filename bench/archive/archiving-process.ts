// Archives what is due as the notifier does: in a thread of low priority.

import { readConfig } from '../../server/src/config/config.ts'
import { runArchiving } from '../../server/src/features/archive/archiving-thread.api.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'

const config = readConfig(process.env)
const log = createLog('warn')
await runArchiving({ config, log, now: () => new Date() })
process.exit()
