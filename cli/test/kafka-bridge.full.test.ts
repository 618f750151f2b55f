// The bridge of docs/webhooks.md, with librdkafka's mock cluster as the peer (scripts/install-services --with-brokers).

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { ServerProcess } from '../../server/test/processes.ts'
import { spawnServer } from '../../server/test/processes.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'

const guide = fileURLToPath(new URL('../../docs/webhooks.md', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

let world: World
let account: MadeAccount
let server: ServerProcess
let notifier: ServerProcess
let cluster: ChildProcess
let broker = ''
let log = ''
const dir = mkdtempSync(join(tmpdir(), 'rastro-kafka-'))
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  server = await spawnServer(world.env)
  notifier = await spawnServer(world.env, ['notifier'])
  symlinkSync(modules, join(dir, 'node_modules'))
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  // A consumer whose library starts the cluster, in its own process.
  const mock = ['-b', 'replaced:1', '-X', 'test.mock.num.brokers=1', '-d', 'mock', '-C', '-t', 'unused']
  cluster = spawn('setpriv', ['--pdeathsig', 'KILL', 'kcat', ...mock])
  cluster.stderr!.on('data', (piece) => {
    log += piece
  })
  broker = await vi.waitFor(() => /127\.0\.0\.1:\d+/.exec(log)![0], 10_000)
})
afterAll(async () => {
  cluster?.kill('SIGKILL')
  await Promise.all([server?.stop(), notifier?.stop()])
  await world?.close()
  rmSync(dir, { recursive: true, force: true })
})

/** The script of the guide, from its own file as a user would run it. */
function startBridge(): { stop(): Promise<void>; output(): string } {
  const [, script = ''] = /```ts no-run\n(.*?Producer.*?)```/s.exec(readFileSync(guide, 'utf8')) ?? []
  writeFileSync(join(dir, 'bridge.ts'), script)
  const { userName: USER_NAME, apiKey: KEY } = account
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, 'bridge.ts'], {
    cwd: dir,
    env: { PATH: process.env.PATH, BASE: server.url, USER_NAME, KEY, BROKER: broker },
  })
  let output = ''
  child.stderr.on('data', (piece) => {
    output += piece
  })
  return {
    output: () => output,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function consume(): Promise<string[]> {
  const args = ['-C', '-q', '-e', '-b', broker, '-t', 'rastro', '-o', 'beginning']
  const child = spawn('kcat', args)
  let text = ''
  child.stdout.on('data', (piece) => {
    text += piece
  })
  await once(child, 'close')
  const messages = text.split('\n').filter(Boolean)
  return messages.map((line) => (JSON.parse(line) as { deviceId: string }).deviceId)
}

test('the documented bridge publishes every event, also those of a time without it', async () => {
  const created: string[] = []
  const create = async () => created.push((await world.make.device(account)).id)
  const hasArrived = async (id: string) => (await consume()).includes(id)
  const first = startBridge()
  // Its stream begins when it connects: only then it cannot miss anything.
  const untilConnected = async () => {
    await create()
    return hasArrived(created.at(-1)!)
  }
  const state = async () => [await untilConnected(), first.output()]
  await expect.poll(state, { timeout: 30_000, interval: 1_000 }).toEqual([true, ''])
  await first.stop()
  created.length = 0
  await create()
  await create()
  const second = startBridge()
  await expect.poll(() => hasArrived(created[1]!), { timeout: 30_000 }).toBe(true)
  await create()
  await expect.poll(() => hasArrived(created[2]!), { timeout: 30_000 }).toBe(true)
  await second.stop()
  const seen = (await consume()).filter((id) => created.includes(id))
  expect(new Set(seen)).toEqual(new Set(created))
  expect(second.output()).toBe('')
})
