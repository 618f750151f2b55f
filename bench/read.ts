// GET /api/devices/{id} beside a bare route that does the same select with the same driver over as many connections.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { median, report } from './harness.ts'
import { load } from './http-load.ts'
import { getToken, install } from './installation.ts'

const bareProcess = fileURLToPath(new URL('./bare-read.ts', import.meta.url))
const clients = 32

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '7' },
      calls: { type: 'string', default: '8000' },
      'log-level': { type: 'string', default: 'warn' },
    },
  })
  const calls = Number(values.calls)
  const installation = await install(imeisOf('35630704', Number(values.devices)))
  const { account, engines } = installation
  // Told with the first line it prints, which a quieter log would not have.
  const api = await installation.serve('api', values['log-level'])
  const bare = fork(bareProcess, {
    env: {
      ...process.env,
      BARE_DATABASE_URL: engines.postgres.url('superuser', 'rastro'),
      BARE_ACCOUNT: String(account.accountId),
    },
  })
  try {
    const [bareUrl] = (await once(bare, 'message')) as [string]
    const headers = { authorization: `Bearer ${await getToken(api, installation)}` }
    const pick = (index: number) => account.deviceIds[(index * 7_919) % account.deviceIds.length]
    const ours: number[] = []
    const bares: number[] = []
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const bareRate = (await load((index) => ({ url: `${bareUrl}/devices/${pick(index)}` }), calls, clients))
        .perSecond
      const ask = (index: number) => ({ url: `${api.url}/api/devices/${pick(index)}`, headers })
      const ourRate = (await load(ask, calls, clients)).perSecond
      // The first round warms both up.
      if (round === 0) continue
      bares.push(bareRate)
      ours.push(ourRate)
    }
    const figures = {
      'bare, calls/s': median(bares),
      'ours, calls/s': median(ours),
      'ours to bare': median(ours.map((our, index) => our / bares[index]!)),
    }
    report('read', figures, [{ figure: 'ours to bare', least: 0.6 }])
  } finally {
    bare.kill()
    await api.stop()
    await installation.remove()
  }
}
