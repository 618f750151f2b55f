import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import type { Operation } from './contract/openapi.ts'
import { faultsOfAnswer, methodsAt, operations } from './contract/openapi.ts'
import type { Request } from './contract/recipes.ts'
import { recipes, requestOf } from './contract/recipes.ts'
import { specified } from './contract/specification.ts'
import type { Things } from './contract/things.ts'
import { freshThings, noThings } from './contract/things.ts'
import type { MadeAccount, MadeUser } from './make.ts'
import type { Called, World } from './world.ts'
import { openWorld } from './world.ts'

const settings = { RASTRO_REQUESTS_PER_MINUTE: '1000000', RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000' }

let world: World
let recorder: { stop(): void }
let account: MadeAccount
let reader: MadeUser
let foreignThings: Things
/** An account for reads only, shared by all GET tests. */
let shared: { account: MadeAccount; reader: MadeUser; things: Things }
beforeAll(async () => {
  world = await openWorld(settings)
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 10_000 })
  reader = await makeReader(account)
  foreignThings = await freshThings(world, await world.make.account({ licenses: 100 }))
  shared = await fillAccount(await world.make.account({ licenses: 100 }))
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

async function makeReader(owner: MadeAccount): Promise<MadeUser> {
  const group = await world.make.group(owner)
  return world.make.user(owner, { groupIds: [group.id] })
}

async function fillAccount(owner: MadeAccount) {
  return { account: owner, reader: await makeReader(owner), things: await freshThings(world, owner) }
}

/** These need a sign-in with the password, and some change the owner: each test gets an account of its own. */
const ofPassword = new Set([
  'transferOwnership',
  'replaceSignInPolicy',
  'resetSecondFactor',
  'startTotp',
  'deleteTotp',
  'replaceRecoveryCodes',
  'startPasskey',
  'deletePasskey',
  'registerPushSubscription',
  'replaceSso',
  'deleteSso',
  'addSsoDomain',
  'deleteSsoDomain',
  'createScimKey',
  'deleteScimKey',
  'closeAccount',
  'createExport',
  'downloadExport',
  'createExportLink',
  'requestSupportSession',
  'changeSupport',
  'approveSupportSession',
])
async function accountFor({ id, method }: Operation) {
  if (method === 'GET' && !ofPassword.has(id)) return shared
  if (ofPassword.has(id)) {
    const made = await world.make.account({ licenses: 10 })
    const filled = await fillAccount({ ...made, token: await world.make.passwordToken(made) })
    if (id !== 'deletePasskey') await deletePasskeys(made)
    return filled
  }
  const things = await freshThings(world, account)
  await deletePasskeys(account)
  return { account, reader, things }
}

/** With a passkey the password alone signs nobody in. */
async function deletePasskeys({ accountId }: MadeAccount): Promise<void> {
  await world.superuser.query('delete from passkeys where account_id = $1', [accountId])
}

async function send(operation: Operation, { path, body, headers }: Request, token?: string): Promise<Called> {
  const answer = await world.call(operation.method, path, { token, body, headers })
  expect(faultsOfAnswer(operation, answer), `${operation.method} ${path}: ${answer.text}`).toEqual([])
  return answer
}
const tokenFor = ({ isOpen }: Operation, token = account.token) => (isOpen ? undefined : token)
const isWritten = ({ id }: Operation) =>
  [403, 404].includes(recipes[id]!.reader) && recipes[id]!.otherAccount !== 401

test('every operation has a recipe, and every recipe an operation', () => {
  expect(Object.keys(recipes).sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('every method and path of the specification is there', () => {
  const built = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  expect(specified.filter((one) => !built.has(one))).toEqual([])
})

describe.each(operations)('$method $path', (operation) => {
  const { id, method, path, parameters, body } = operation
  const recipe = recipes[id]!
  /** Its key is asked for before anything is read; features/scim sends malformed requests with one. */
  const asksFirst = path.startsWith('/scim/')

  test(`valid request: ${recipe.good}, response matches its schema`, async () => {
    const { account, things } = await accountFor(operation)
    const answer = await send(operation, requestOf(operation, things), tokenFor(operation, account.token))
    expect([answer.status, answer.text]).toEqual([recipe.good, answer.text])
    if (recipe.good === 201 && !id.startsWith('import')) expect(answer.headers.location).toMatch(/^\/api\//)
  })

  test('malformed request: 400', async () => {
    const good = requestOf(operation, noThings())
    const wrong: Request[] = []
    if (body?.type.endsWith('json')) {
      for (const bad of ['{', '', 'null', '5', '"text"', '[1]', '{"nonsense": 1}']) {
        // An empty patch object or an unknown member is well formed there; what it makes is refused only for real things.
        wrong.push({ ...good, body: bad })
      }
    }
    if (body?.type === 'text/csv') wrong.push({ ...good, body: '"' }, { ...good, body: 'nonsense\nx\n' })
    if (parameters.some((one) => one.in === 'query')) {
      const bare = good.path.split('?')[0]
      for (const query of ['nonsense=1', 'limit=x', 'limit=0', 'cursor=%00'])
        wrong.push({ ...good, path: `${bare}?${query}` })
    }
    if (parameters.some((one) => one.in === 'path')) {
      const first = path.split('/').findIndex((part) => part.startsWith('{'))
      for (const bad of ['x'.repeat(65), '%00', '%ff'])
        wrong.push({ ...good, path: good.path.split('/').with(first, bad).join('/') })
    }
    for (const request of wrong) {
      const answer = await world.call(method, request.path, { ...request, token: tokenFor(operation) })
      const isPatchOfNothing =
        path.includes('{') &&
        body?.type === 'application/merge-patch+json' &&
        /^\{./.test(String(request.body))
      expect([request, answer.status]).toEqual([
        request,
        isPatchOfNothing ? 404 : asksFirst && !request.path.includes('%ff') ? 401 : 400,
      ])
    }
  })

  test('unauthenticated: 401, without a token or with a bad one', async () => {
    const request = requestOf(operation, noThings())
    if (operation.isOpen) {
      // Open routes ignore the header.
      const answer = await world.call(method, request.path, { ...request, token: 'nonsense' })
      expect(answer.body.code).not.toBe('token.invalid')
      return
    }
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer nonsense',
      'Bearer a b',
      `Basic ${account.token}`,
    ]) {
      const headers = { ...request.headers, ...(authorization && { authorization }) }
      const answer = await send(operation, { ...request, headers })
      expect([authorization, answer.status, answer.body.code]).toEqual([authorization, 401, 'token.invalid'])
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    }
  })

  test.runIf(!operation.isOpen)('read-only user: changes nothing', async () => {
    // What is refused changes nothing, so it needs no objects of its own.
    const { reader, things } = isWritten(operation) ? shared : await accountFor(operation)
    const answer = await send(operation, requestOf(operation, things), reader.token)
    if (isWritten(operation)) expect([403, 404]).toContain(answer.status)
    else expect([200, 201, 404, recipe.reader]).toContain(answer.status)
  })

  test.runIf(recipe.foreign !== 'own')('foreign and missing objects: the same response', async () => {
    const none = noThings()
    // The user name of another account may be known, but not its secrets.
    const others = operation.isOpen
      ? { ...foreignThings, apiKey: account.apiKey, password: `not ${account.password}` }
      : foreignThings
    const [ofOtherAccount, ofNobody] = [
      await send(operation, requestOf(operation, others), tokenFor(operation)),
      await send(operation, requestOf(operation, none), tokenFor(operation)),
    ]
    expect([ofOtherAccount.status, ofNobody.status]).toEqual([recipe.foreign, recipe.foreign])
    expect(wordsOf(ofOtherAccount, others)).toEqual(wordsOf(ofNobody, none))
  })

  test('wrong method: 405 with Allow', async () => {
    const [path = ''] = requestOf(operation, noThings()).path.split('?')
    const known = methodsAt(path)
    const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !known.includes(one))
    for (const other of wrong) {
      const answer = await world.call(other, path, { token: tokenFor(operation) })
      expect([other, answer.status, answer.body.success]).toEqual([other, 405, false])
      for (const method of known) expect(String(answer.headers.allow).split(', ')).toContain(method)
    }
  })

  test.runIf(body)('wrong content type: 415', async () => {
    const request = requestOf(operation, noThings())
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense']) {
      const headers = { ...request.headers, 'content-type': type }
      const answer = await send(operation, { ...request, headers }, tokenFor(operation))
      expect([type, answer.status]).toEqual([type, asksFirst ? 401 : 415])
    }
  })
})

/** The response without the identifiers of the requested objects. */
function wordsOf({ body }: Called, things: Things): unknown {
  const { requestId: _id, apiDailyUsage: _usage, ...rest } = body
  return JSON.parse(
    Object.values(things).reduce((text, one) => text.replaceAll(one, 'THING'), JSON.stringify(rest)),
  )
}
