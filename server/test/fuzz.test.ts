import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordLocations } from '../src/features/locations/recorder.consumer.ts'
import type { FuzzRequest } from './contract/fuzz-requests.ts'
import { fuzzRequest } from './contract/fuzz-requests.ts'
import type { Operation } from './contract/openapi.ts'
import { faultsOfAnswer, operations } from './contract/openapi.ts'
import type { Chance } from './contract/random.ts'
import { createChance } from './contract/random.ts'
import type { Things } from './contract/things.ts'
import { freshThings } from './contract/things.ts'
import type { Called, World } from './world.ts'
import { openWorld } from './world.ts'

const requests = 20_000
const atOnce = 16
/** A new account this often: calls delete what others need, and lists must not grow too long. */
const freshEvery = 1_000
const streams = new Set(['streamEvents', 'watchShare'])
const slow = new Set(['signIn', ...streams])

let world: World
let recorder: { stop(): void }
beforeAll(async () => {
  world = await openWorld({
    RASTRO_CALLS_PER_MINUTE: '100000000',
    RASTRO_CALLS_PER_MINUTE_OF_ADDRESS: '100000000',
    RASTRO_LOG_LEVEL: 'silent',
  })
  recorder = await recordLocations(world.ctx)
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

test(`${requests} requests, good and bad, get no 500, and every answer is what the description promises`, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const chance = createChance(seed)
  const statuses: Record<number, number> = {}
  const faults: string[] = []

  async function send(operation: Operation, { path, body, headers }: FuzzRequest, token: string | undefined) {
    const answer = await world.call(operation.method, inShort(operation, path), { body, headers, token })
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    const said = answer.status >= 500 ? [answer.text] : faultsOfAnswer(operation, answer)
    if (said.length > 0) faults.push(describeFault(operation, { path, body, headers }, answer, said))
  }

  const beganAt = performance.now()
  let scene = await setScene()
  for (let sent = 0; sent < requests && faults.length < 10; sent += atOnce) {
    if (sent % freshEvery < atOnce) scene = await setScene()
    const { things, owner, limited } = scene
    const batch = Array.from({ length: atOnce }, () => {
      const operation = pickOperation(chance)
      const token = chance.is(0.03) ? undefined : chance.is(0.1) ? limited : owner
      return send(operation, fuzzRequest(operation, things, chance), operation.isOpen ? undefined : token)
    })
    await Promise.all(batch)
  }
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1)
  process.stdout.write(`fuzz: seed ${seed}, ${seconds} s, answers by status ${JSON.stringify(statuses)}\n`)
  expect(faults).toEqual([])
  expect(statuses[200]).toBeGreaterThan(requests / 10)
}, 180_000)

/** A password costs the server a tenth of a second, and a stream lasts one: a few of those are enough. */
function pickOperation(chance: Chance): Operation {
  const operation = chance.pick(operations)
  return slow.has(operation.id) && chance.is(0.9) ? pickOperation(chance) : operation
}

/** A stream must end by itself before anybody can look at it. */
function inShort({ id }: Operation, path: string): string {
  if (!streams.has(id)) return path
  const asked = path.replace(/\bforSeconds=\d+/g, 'forSeconds=1')
  return /\bforSeconds=/.test(asked) ? asked : `${asked}${asked.includes('?') ? '&' : '?'}forSeconds=1`
}

interface Scene {
  things: Things
  owner: string
  limited: string
}

async function setScene(): Promise<Scene> {
  const account = await world.make.account({ licenses: 100_000 })
  const things = await freshThings(world, account)
  const limited = await world.make.user(account, { group: things.groupId, adminDevices: true })
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
