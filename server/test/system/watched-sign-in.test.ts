import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../make.ts'
import type { ServerProcess } from '../processes.ts'
import { spawnServer } from '../processes.ts'
import type { World } from '../world.ts'
import { openWorld } from '../world.ts'

let world: World
let account: MadeAccount
let server: ServerProcess
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  // As `npm run dev` starts it.
  const nodeArgs = ['--watch-path=server/src', '--watch-preserve-output']
  server = await spawnServer(world.env, ['api'], { nodeArgs })
})
afterAll(async () => {
  await server?.stop()
  await world.close()
})

async function signIn(password: string): Promise<number> {
  const body = JSON.stringify({ userName: account.userName, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${server.url}/session`, { method: 'POST', headers, body })).status
}

test('a watched server accepts the right password and refuses a wrong one', async () => {
  const statuses: number[] = []
  for (const password of [account.password, 'wrong', account.password, 'wrong']) {
    for (let time = 0; time < 2; time += 1) statuses.push(await signIn(password))
  }
  expect(statuses).toEqual([200, 200, 401, 401, 200, 200, 401, 401])
})
