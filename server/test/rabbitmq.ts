// A private RabbitMQ on 127.0.0.1, in its own directory (scripts/install-services --with-brokers).

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../scripts/services/ports.ts'

const run = promisify(execFile)
const startsWithinMs = 90_000

export interface RabbitMq {
  port: number
  /** `rabbitmqctl`. */
  control(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** With the user `guest`, whose password is `guest`. */
export async function startRabbitMq(): Promise<RabbitMq> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-rabbitmq-'))
  const [port, distributionPort, mapperPort] = await findPorts()
  mkdirSync(join(dir, 'home'))
  writeFileSync(join(dir, 'plugins'), '[].\n')
  const env = {
    PATH: process.env.PATH,
    HOME: join(dir, 'home'),
    TMPDIR: dir,
    ERL_EPMD_PORT: String(mapperPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `rastro${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(dir, 'data'),
    RABBITMQ_LOG_BASE: join(dir, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'plugins'),
    RABBITMQ_CONFIG_FILE: join(dir, 'none'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  }
  const bin = '/usr/lib/rabbitmq/bin'
  // The server would start one that outlives it.
  const mapper = spawn('epmd', [], { env, stdio: 'ignore' })
  const server = spawn(join(bin, 'rabbitmq-server'), { env, stdio: 'ignore' })
  const control = async (...args: string[]) => {
    const { stdout } = await run(join(bin, 'rabbitmqctl'), ['--quiet', ...args], { env })
    return stdout
  }
  const deadline = performance.now() + startsWithinMs
  while (!(await answers(port))) {
    if (performance.now() > deadline || server.exitCode !== null) throw new Error('RabbitMQ did not start')
    await sleep(250)
  }
  return {
    port,
    control,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      mapper.kill('SIGKILL')
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function findPorts(): Promise<[number, number, number]> {
  return [await findFreePort(), await findFreePort(), await findFreePort()]
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() !== undefined))
    socket.once('error', () => resolve(false))
  })
}
