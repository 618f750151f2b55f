// The tenant matrix for callers that are somebody in another way: visitors of a support session, people of an account
// that is suspended or blocked, and requests under the host of another reseller, or of nobody. Each tries every operation
// with the objects of an account that is not theirs.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockAccount, suspendAccount } from '../src/features/accounts/status.api.ts'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { visitorAccess } from '../src/features/support/visitor-access.ts'
import { readRows } from './contract/database.ts'
import type { Operation } from './contract/openapi.ts'
import { operations } from './contract/openapi.ts'
import { recipes, requestOf } from './contract/recipes.ts'
import { publicRoutes } from './contract/routes.ts'
import type { Stage } from './contract/stage.ts'
import { hiddenFrom, setStage, victimsOf } from './contract/stage.ts'
import { addVerifiedHost, makeReseller } from './resale.ts'
import { makeSupported, setSupportStage, visit } from './support.ts'
import type { Called, World } from './world.ts'
import { openWorld } from './world.ts'

const settings = { RASTRO_REQUESTS_PER_MINUTE: '1000000', RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000' }
const otherHost = 'gps.beta.example'
const why = { reason: 'Unpaid', author: 'Ana' }
const withinMs = 600_000

let world: World
let stage: Stage
beforeAll(async () => {
  world = await openWorld(settings)
  const recorder = await recordLocations(world.ctx)
  stage = await setStage(world)
  await recorder.stop()
  await addVerifiedHost(world, (await makeReseller(world)).id, otherHost)
}, withinMs)
afterAll(() => world.close())

const isApi = ({ path, isOpen }: Operation) => path.startsWith('/api/') && !isOpen
const isChange = ({ method }: Operation) => method !== 'GET'
const isStream = ({ responses }: Operation) => responses[200]?.content?.['text/event-stream'] !== undefined

/** Calls the operations one after the other, and returns those whose answer is not as it has to be. */
async function tryAll(
  tried: Operation[],
  { token, host }: { token?: string; host?: string },
  faultOf: (operation: Operation, answer: Called) => string | undefined,
): Promise<string[]> {
  const faults: string[] = []
  const scope = { only: stage.account.accountId }
  const before = await readRows(world.superuser, scope)
  for (const operation of tried) {
    const { path, body, headers } = requestOf(operation, victimsOf(stage))
    const answer = await world.call(operation.method, path, {
      ...(token && { token }),
      body,
      headers: { ...headers, ...(host && { host }) },
    })
    const sent = `${path} ${JSON.stringify(body)}`
    const leaked = hiddenFrom(stage, 'otherAccount', sent).filter((secret) => answer.text.includes(secret))
    const fault = leaked.length > 0 ? `shows ${leaked}` : faultOf(operation, answer)
    if (fault) faults.push(`${operation.id}: ${answer.status} ${answer.body?.code ?? ''}, ${fault}`)
  }
  expect(await readRows(world.superuser, scope)).toEqual(before)
  return faults
}

/** What another account gets. Its own things it may read and create, as far as nothing else is in the way. */
function asOtherAccount({ id }: Operation, { status }: Called): string | undefined {
  const expected = recipes[id]!.otherAccount
  if (expected >= 400) return status === expected ? undefined : `not ${expected}`
  return status < 500 && status !== 401 ? undefined : `not ${expected}`
}

test.each(['read', 'write'] as const)(
  'a visitor who may %s finds nothing of another account, and what is closed is closed',
  async (access) => {
    const support = await setSupportStage(world)
    const customer = await makeSupported(world, support)
    const { token } = await visit(world, support, customer, { access, minutes: 60 })
    const tried = operations.filter((one) => isApi(one) && !isStream(one))
    const faults = await tryAll(tried, { token }, (operation, answer) => {
      const needed = visitorAccess.get(operation.id) ?? 'never'
      if (needed === 'read' || needed === access) {
        // The role of a visitor has not every privilege.
        if (answer.body?.code === 'access.privilege_missing') return undefined
        return asOtherAccount(operation, answer)
      }
      return answer.status === 403 ? undefined : 'not closed to visitors'
    })
    expect(faults).toEqual([])
  },
  withinMs,
)

test(
  'a suspended account reads no other one, and changes nothing',
  async () => {
    const account = await world.make.account()
    await suspendAccount(world.ctx, account.accountId, why)
    const open = ['deleteApiKey', 'readOrReportLocations', 'closeAccount', 'createExport', 'createExportLink']
    const tried = operations.filter((one) => isApi(one) && !isStream(one))
    const faults = await tryAll(tried, { token: account.token }, (operation, answer) => {
      const mayTry =
        !isChange(operation) || open.includes(operation.id) || operation.path.startsWith('/api/me')
      if (mayTry) return asOtherAccount(operation, answer)
      return answer.body.code === 'account.suspended' ? undefined : 'not suspended'
    })
    expect(faults).toEqual([])
  },
  withinMs,
)

test(
  'a token of a blocked account is none',
  async () => {
    const account = await world.make.account()
    await blockAccount(world.ctx, account.accountId, why)
    const tried = operations.filter((one) => isApi(one))
    const faults = await tryAll(tried, { token: account.token }, (_operation, { status }) =>
      status === 401 ? undefined : 'not refused',
    )
    expect(faults).toEqual([])
  },
  withinMs,
)

test(
  'the host of another reseller gives no right',
  async () => {
    const tried = operations.filter((one) => isApi(one) && !isStream(one))
    const { token } = stage.otherAccount
    expect(await tryAll(tried, { token, host: otherHost }, asOtherAccount)).toEqual([])
  },
  withinMs,
)

test(
  'under a host that nobody has, every route is refused before it does anything: no e-mail can have its name',
  async () => {
    const host = 'evil.example'
    const countMails = async () => {
      const { rows } = await world.superuser.query(
        `select (select count(*) from identity_mails)::int + (select count(*) from reset_requests)::int
          + (select count(*) from notifications)::int as count`,
      )
      return rows[0].count
    }
    const [before, mailsBefore] = [await readRows(world.superuser), await countMails()]
    const tried = operations.filter(({ path }) => !/^\/(ingest|internal)\//.test(path))
    const refused = (_operation: Operation, { status, text }: Called) =>
      status === 421 && !text.includes(`//${host}`) ? undefined : 'not refused'
    expect(await tryAll(tried, { token: stage.account.token, host }, refused)).toEqual([])
    for (const route of publicRoutes.filter((one) => !/healthz|readyz/.test(one))) {
      const path = route.slice('GET '.length).replace('*', '/anything')
      const { status } = await world.call('GET', path, { headers: { host } })
      expect([path, status]).toEqual([path, 421])
    }
    expect(await readRows(world.superuser)).toEqual(before)
    expect(await countMails()).toBe(mailsBefore)
  },
  withinMs,
)
