// The cost of many subscribers: those of other accounts, and idle ones.

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '../../server/src/features/accounts/account.api.ts'
import { operator } from '../../server/src/features/audit/audit.api.ts'
import { createApiKey } from '../../server/src/features/auth/api-key.api.ts'
import { inTransaction } from '../../server/src/platform/db/db.ts'
import type { createFleet } from '../../simulator/src/fleet.ts'
import type { Figures } from '../harness.ts'
import { cpuSeconds, median } from '../harness.ts'
import type { Installation, Served } from '../installation.ts'
import { getToken } from '../installation.ts'

const listeners = 5
const idleAccounts = 10
const foreignAccounts = 100
const foreignPerAccount = 10
const rounds = 5
/** CPU time is counted in hundredths of a second, and the api uses two of them per second. */
const fanOutSeconds = 20

/** The same events to the same subscribers, alternating with and without many subscribers of other accounts. */
export async function measureFanOut(
  installation: Installation,
  api: Served,
  fleet: ReturnType<typeof createFleet>,
): Promise<Figures> {
  const token = await getToken(api, installation)
  const otherTokens = await makeAccounts(installation, api, foreignAccounts)
  const own = Array.from({ length: listeners }, () => openStream(api, token))
  fleet.start()
  await sleep(8_000)
  const alone: number[] = []
  const withOthers: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await cpuOver(api, fanOutSeconds))
    const otherStreams = otherTokens.flatMap((other) =>
      Array.from({ length: foreignPerAccount }, () => openStream(api, other)),
    )
    await sleep(5_000)
    withOthers.push(await cpuOver(api, fanOutSeconds))
    for (const socket of otherStreams) socket.destroy()
    await sleep(3_000)
  }
  fleet.stop()
  for (const socket of own) socket.destroy()
  return {
    'CPU of the api alone, s/s': median(alone),
    'CPU with 1,000 foreign listeners, ratio': median(withOthers) / median(alone),
  }
}

async function cpuOver(api: Served, seconds: number): Promise<number> {
  const before = cpuSeconds(api.pid)
  await sleep(seconds * 1_000)
  return (cpuSeconds(api.pid) - before) / seconds
}

/** In a new process: memory freed by another measurement would be reused and hide the cost. */
export async function measureIdle(installation: Installation, count: number): Promise<Figures> {
  const api = await installation.serve('api')
  const tokens = await makeAccounts(installation, api, idleAccounts)
  // The first streams pay for one-time allocations.
  const first = Array.from({ length: 200 }, (_, index) => openStream(api, tokens[index % tokens.length]!))
  await sleep(5_000)
  for (const socket of first) socket.destroy()
  await sleep(5_000)
  const before = memoryKb(api.pid)
  const sockets: Socket[] = []
  for (let opened = 0; opened < count; opened += 1) {
    sockets.push(openStream(api, tokens[opened % tokens.length]!))
    if (opened % 50 === 49) await sleep(50)
  }
  let open = 0
  for (const socket of sockets) socket.once('data', () => (open += 1))
  for (let waited = 0; waited < 300 && open < count; waited += 1) await sleep(100)
  // Long enough for a heartbeat and a garbage collection.
  await sleep(20_000)
  const after = memoryKb(api.pid)
  for (const socket of sockets) socket.destroy()
  await api.stop()
  return {
    'idle listeners': open,
    'memory of an idle listener, kB': (after - before) / count,
  }
}

/** A stream that is never read. */
function openStream(api: Served, token: string): Socket {
  const { hostname, port } = new URL(api.url!)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    `GET /api/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`,
  )
  socket.resume()
  return socket
}

let accounts = 0

async function makeAccounts({ open }: Installation, api: Served, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let made = 0; made < count; made += 1) {
    accounts += 1
    const userName = `other-${accounts}@example.com`
    const owner = {
      userName,
      name: 'Other',
      email: userName,
      country: 'ES',
      passwordHash: null,
    }
    const { accountId, ownerId } = await createAccount(open.ctx, {
      name: 'Other',
      timeZone: 'UTC',
      licenses: 1,
      owner,
    })
    const { apiKey } = await inTransaction(open.ctx, accountId, (tx) =>
      createApiKey(tx, { userId: ownerId, userName }, { name: 'bench' }, operator),
    )
    tokens.push(await getToken(api, { account: { userName, apiKey } }))
  }
  return tokens
}

function memoryKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
