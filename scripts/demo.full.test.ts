import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from './services/ports.ts'
import { removeServices } from './services/services.ts'

const script = fileURLToPath(new URL('demo.ts', import.meta.url))
const dir = join(mkdtempSync(join(tmpdir(), 'rastro-demo-test-')), 'demo')
const port = await findFreePort()

afterAll(() => removeServices(dir))

function start(...args: string[]) {
  const env = { ...process.env, RASTRO_DEMO_DIR: dir }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const out of [child.stdout, child.stderr]) {
    out.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'exit').then(([code]) => ({ code, output }))
  return {
    ended,
    stop: (signal: NodeJS.Signals = 'SIGINT') => child.kill(signal),
    async password(): Promise<string> {
      for (;;) {
        const [, found] = /password\s+(\S+)/.exec(output) ?? []
        if (found) return found
        if (child.exitCode !== null) throw new Error(output)
        await sleep(100)
      }
    },
  }
}

/** Every process with the demo's directory or port in its command line or environment. */
function processes(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const env = readFileSync(`/proc/${name}/environ`, 'utf8')
        const isOurs = line.includes(dir) || env.includes(`RASTRO_PUBLIC_URL=http://127.0.0.1:${port}`)
        return isOurs ? [line] : []
      } catch {
        return []
      }
    })
}

test('serves, leaves no process after a stop, resumes after a restart, and can be deleted', {
  timeout: 240_000,
}, async () => {
  const first = start('--port', String(port), '--devices', '6')
  const password = await first.password()
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  expect(processes().length).toBeGreaterThan(4)
  first.stop()
  expect(await first.ended).toMatchObject({ code: 0 })
  expect(processes()).toEqual([])

  const second = start('--devices', '6')
  expect(await second.password()).toBe(password)
  const body = JSON.stringify({ userName: 'demo@example.com', password })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`http://127.0.0.1:${port}/session`, { method: 'POST', headers, body })
  expect(signedIn.status).toBe(200)
  second.stop('SIGKILL')
  await expect.poll(processes, { timeout: 60_000, interval: 500 }).toEqual([])

  expect(await start('--delete').ended).toMatchObject({ code: 0 })
  expect(existsSync(dir)).toBe(false)
})
