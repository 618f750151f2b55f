import { afterAll, beforeAll, expect, test } from 'vitest'
import { laneSeed } from '../../scripts/lane.ts'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { readRows } from './contract/database.ts'
import type { FuzzRequest } from './contract/fuzz-requests.ts'
import { fuzzRequest } from './contract/fuzz-requests.ts'
import type { Operation } from './contract/openapi.ts'
import { faultsOfAnswer, operations } from './contract/openapi.ts'
import type { Chance } from './contract/random.ts'
import { createChance } from './contract/random.ts'
import { shrinkRequest } from './contract/shrink-request.ts'
import type { Things } from './contract/things.ts'
import { freshThings } from './contract/things.ts'
import type { Called, World } from './world.ts'
import { openWorld } from './world.ts'

const requests = 1_500
/** Set by `npm run fuzz`, which is part of the full lane. */
const forMs = Number(process.env.RASTRO_FUZZ_API_MS ?? 0)
const atOnce = 16
/** A new account this often: calls delete what others need, and lists must not grow too long. */
const freshEvery = 1_000
const maxFaults = 10
const streams = new Set(['streamEvents', 'watchShare'])
const slow = new Set(['signIn', ...streams])

let world: World
let recorder: { stop(): void }
/** Another account, which the caller must not see or touch. */
let other: { accountId: number; things: Things; names: string[] }
beforeAll(async () => {
  world = await openWorld({
    RASTRO_REQUESTS_PER_MINUTE: '100000000',
    RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '100000000',
    RASTRO_LOG_LEVEL: 'silent',
  })
  recorder = await recordLocations(world.ctx)
  const account = await world.make.account({ licenses: 100 })
  const things = await freshThings(world, account)
  const { secret: _secret, apiKey: _apiKey, password: _password, ...ids } = things
  other = { accountId: account.accountId, things, names: [account.account, ...Object.values(ids)] }
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

test(
  'valid and invalid requests get no 500, no data of another account, and responses as described',
  async () => {
    const seed = laneSeed
    const chance = createChance(seed)
    const statuses: Record<number, number> = {}
    const faults: string[] = []

    async function faultsOf(
      operation: Operation,
      { path, body, headers }: FuzzRequest,
      token: string | undefined,
    ) {
      const answer = await world.call(operation.method, inShort(operation, path), { body, headers, token })
      return { answer, faults: [...faultsOfForm(operation, answer), ...foreignIn(answer, `${path} ${body}`)] }
    }
    async function send(operation: Operation, request: FuzzRequest, token: string | undefined) {
      const { answer, faults: found } = await faultsOf(operation, request, token)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (found.length === 0 || faults.length >= maxFaults) return
      const smallest = await shrinkRequest(
        request,
        async (smaller) => (await faultsOf(operation, smaller, token)).faults[0] === found[0],
      )
      faults.push(describeFault(operation, smallest, answer, found))
    }

    const before = await readRows(world.superuser, { only: other.accountId })
    const beganAt = performance.now()
    const isOver = (sent: number) => (forMs ? performance.now() - beganAt > forMs : sent >= requests)
    let scene = await setScene()
    let sent = 0
    for (; !isOver(sent) && faults.length < maxFaults; sent += atOnce) {
      if (sent % freshEvery < atOnce) scene = await setScene()
      const { things, owner, limited } = scene
      const batch = Array.from({ length: atOnce }, () => {
        const operation = pickOperation(chance)
        const token = chance.is(0.03) ? undefined : chance.is(0.1) ? limited : owner
        const aimed = chance.is(0.05) ? foreignThings(things) : things
        return send(operation, fuzzRequest(operation, aimed, chance), operation.isOpen ? undefined : token)
      })
      await Promise.all(batch)
    }
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1)
    process.stdout.write(`fuzz: seed ${seed}, ${seconds} s, answers by status ${JSON.stringify(statuses)}\n`)
    process.stdout.write(
      `fuzz ${JSON.stringify({ part: 'api', seed, properties: operations.length, runs: sent, seconds: Number(seconds) })}\n`,
    )
    expect(faults).toEqual([])
    expect(await readRows(world.superuser, { only: other.accountId })).toEqual(before)
    expect(statuses[200]).toBeGreaterThan(sent / 10)
  },
  180_000 + 2 * forMs,
)

function faultsOfForm(operation: Operation, answer: Called): string[] {
  return answer.status >= 500 ? [answer.text.replace(/req_\w+/, '')] : faultsOfAnswer(operation, answer)
}

/** What the caller sent may be returned. */
function foreignIn({ text }: Called, sent: string): string[] {
  return other.names
    .filter((name) => text.includes(name) && !sent.includes(name))
    .map((name) => `the response contains ${name} of another account`)
}

/** The other account's data, except for credentials. */
function foreignThings(own: Things): Things {
  const { secret, userName, apiKey, password } = own
  return { ...other.things, secret, userName, apiKey, password }
}

/** Hashing a password takes a tenth of a second, and a stream lasts one: few of those are enough. */
function pickOperation(chance: Chance): Operation {
  const operation = chance.pick(operations)
  return slow.has(operation.id) && chance.is(0.9) ? pickOperation(chance) : operation
}

/** A stream must end by itself before its response can be checked. */
function inShort({ id }: Operation, path: string): string {
  if (!streams.has(id)) return path
  const short = path.replace(/\bforSeconds=\d+/g, 'forSeconds=1')
  return /\bforSeconds=/.test(short) ? short : `${short}${short.includes('?') ? '&' : '?'}forSeconds=1`
}

interface Scene {
  things: Things
  owner: string
  limited: string
}

async function setScene(): Promise<Scene> {
  const account = await world.make.account({ licenses: 100_000 })
  const things = await freshThings(world, account)
  const limited = await world.make.user(account, { groupIds: [things.groupId], adminDevices: true })
  return { things, owner: account.token, limited: limited.token }
}

function describeFault(
  { id }: Operation,
  request: FuzzRequest,
  { status }: Called,
  faults: string[],
): string {
  const sent = JSON.stringify(request).slice(0, 1_500)
  return `${id} ${status}: ${faults.slice(0, 3).join('; ').slice(0, 500)}\n  ${sent}`
}
