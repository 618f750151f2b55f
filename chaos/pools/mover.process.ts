// Moves licenses at random between pools and the nodes below them, in several lanes, until it is killed. Each outcome is
// one line: the code of the refusal, or `done`.

import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../server/src/config/config.ts'
import type { ManagedNode } from '../../server/src/features/resale/resale.types.ts'
import { transferLicenses } from '../../server/src/features/resale/reseller.api.ts'
import { getPlatform } from '../../server/src/features/resale/tree.api.ts'
import { joinCells } from '../../server/src/platform/cells/cells.ts'
import { createPool } from '../../server/src/platform/db/db.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'
import { createRandom } from '../../simulator/src/random.ts'

const [seed, lanes, maxLicenses, nodes = ''] = process.argv.slice(2)
const nodeIds = nodes.split(',')
const config = readConfig(process.env)
const log = createLog('silent')
const cells = joinCells(config.cells, log, 'rastro-chaos')
const ctx = { config, log, cells, db: createPool(config.db, log, 'rastro-chaos'), now: () => new Date() }
const random = createRandom(Number(seed))

async function move(platform: ManagedNode): Promise<string> {
  const nodeId = random.pick(nodeIds)
  const licenses = random.pick([1, -1]) * Math.ceil(random.next() * Number(maxLicenses))
  return transferLicenses(ctx, platform, { nodeId, licenses, reason: 'chaos', author: `mover ${seed}` }).then(
    ({ state }) => state,
    ({ code, message }) => code ?? message,
  )
}

const platform = await getPlatform(ctx)
process.stdout.write('ready\n')
await Promise.all(
  Array.from({ length: Number(lanes) }, async () => {
    for (;;) {
      process.stdout.write(`${await move(platform)}\n`)
      await sleep(random.between(0, 20))
    }
  }),
)
