import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

const ask = (body: unknown) => world.call('POST', '/api/Auth/Token', { body })

describe('a token request', () => {
  test('with a valid name and key gets exactly success, token and expires', async () => {
    const { status, body } = await ask({ userName: account.userName, apiKey: account.apiKey })

    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['expires', 'success', 'token'])
    expect(body.success).toBe(true)
    const minutes = (Date.parse(body.expires) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThanOrEqual(60)
  })
})
