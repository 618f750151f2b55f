// The operator changes the secret: what the old one encrypted stays readable, what it signed stays valid.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreak, operator, recordChanges } from '../src/features/audit/audit.api.ts'
import { createKeyRing } from '../src/features/auth/signing-keys.api.ts'
import { requestOf } from '../src/features/webhooks/request-body.ts'
import type { Context } from '../src/platform/context.ts'
import { inTransaction } from '../src/platform/db/db.ts'
import type { App } from '../src/platform/http/server.ts'
import { createHealth } from '../src/platform/observability/health.ts'
import { createApi } from '../src/roles/api.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'
import { callApp, openWorld, testSettings } from './world.ts'

const newSecret = 'the next secret, which is long enough'

let world: World
let account: MadeAccount
let share: { id: string; secret: string }
/** The same services, as seen by a process with other secrets. */
let changed: Context
let forgetful: Context
let app: App
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 5 })
  const device = await world.make.device(account)
  share = await world.make.share(account, { devices: [device.id] })
  await world.make.webhook(account)
  changed = withSecrets(newSecret, [testSettings.RASTRO_SECRET])
  forgetful = withSecrets(newSecret, [])
  app = await createApi(
    changed,
    createHealth(changed, () => false),
  )
})
afterAll(async () => {
  await app.close()
  await world.close()
})

function withSecrets(secret: string, oldSecrets: string[]): Context {
  const { config } = world.ctx
  return { ...world.ctx, config: { ...config, access: { ...config.access, secret, oldSecrets } } }
}

async function endpoint() {
  const { rows } = await world.superuser.query('select url, secret, old_secret as "oldSecret" from webhooks')
  return rows[0]
}

test('old tokens stay valid, new ones are issued, and no second signing key is needed', async () => {
  const answer = await callApp(app, 'GET', '/api/account', { token: account.token })
  expect(answer.status).toBe(200)
  const { userName, apiKey } = account
  const again = await callApp(app, 'POST', '/api/Auth/Token', { body: { userName, apiKey } })
  expect((await world.call('GET', '/api/account', { token: again.body.token })).status).toBe(200)
  expect((await createKeyRing(changed).publicKeys()).length).toBe(1)
})

test('a share link can be copied again, and a webhook is signed as before', async () => {
  const shown = await callApp(app, 'GET', `/api/shares/${share.id}`, { token: account.token })
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(share.secret)])
  const post = { id: 'evt_1', body: '{}' }
  const hold = { now: () => new Date(0) }
  expect(requestOf({ ...changed, ...hold }, await endpoint(), post)).toEqual(
    requestOf({ ...world.ctx, ...hold }, await endpoint(), post),
  )
})

test('the audit trail is intact across the change, and broken without the old secret', async () => {
  await inTransaction(changed, account.accountId, (tx) =>
    recordChanges(tx, operator, [
      { action: 'account.changed', target: account.account, before: null, after: null },
    ]),
  )
  const db = world.ctx.db.forAccount(account.accountId)
  expect(await findBreak(changed, db)).toBe(undefined)
  expect(await findBreak(forgetful, db)).toBe(1)
  // With the old secret alone, the newest entries fail verification.
  expect(await findBreak(world.ctx, db)).toBeGreaterThan(1)
})

test('without the old secret its data cannot be decrypted, and the error explains it', async () => {
  await expect(createKeyRing(forgetful).signer()).rejects.toThrow('RASTRO_OLD_SECRETS')
  expect(() =>
    requestOf(forgetful, { url: '', secret: Buffer.alloc(60), oldSecret: null } as never, {
      id: '',
      body: '',
    }),
  ).toThrow('cannot be decrypted')
})
