// A NATS server whose configuration a test writes and changes, as an operator would.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getNatsServer } from '../../scripts/services/binaries.ts'
import { isHealthy, monitorUrlOf } from '../../scripts/services/nats.ts'
import { findFreePort } from '../../scripts/services/ports.ts'
import { holds } from '../../scripts/services/processes.ts'

export interface OwnNats {
  url: string
  monitorUrl: string
  /** The text of its configuration; a change takes effect at the next start. */
  config: string
  restart(): Promise<void>
  remove(): Promise<void>
}

export async function startOwnNats(): Promise<OwnNats> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-nats-'))
  const file = join(dir, 'nats.conf')
  const client = await findFreePort()
  const monitor = await findFreePort([client])
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const args = ['--pdeathsig', 'KILL', getNatsServer(), '--config', file]
    child = spawn('setpriv', args, { stdio: 'ignore' })
    const isUp = await holds(() => isHealthy(monitorUrlOf(monitor)), 20_000)
    if (!isUp) throw new Error(`nats-server did not start with:\n${readFileSync(file, 'utf8')}`)
  }
  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  writeFileSync(
    file,
    `listen: "127.0.0.1:${client}"
http: "127.0.0.1:${monitor}"
authorization { user: "rastro", password: "of-the-tests" }
jetstream {
  store_dir: "${dir}"
  sync_interval: always
}
`,
  )
  await start()
  return {
    url: `nats://rastro:of-the-tests@127.0.0.1:${client}`,
    monitorUrl: monitorUrlOf(monitor),
    get config() {
      return readFileSync(file, 'utf8')
    },
    set config(text) {
      writeFileSync(file, text)
    },
    async restart() {
      await stop()
      await start()
    },
    async remove() {
      await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
