// Commands in the lab of deploy/lab/engine.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const engine = fileURLToPath(new URL('../../lab/engine', import.meta.url))
const checkout = '/srv/rastro'
const maxOutputBytes = 64 * 1_024 * 1_024

/** Runs a command in the lab, and returns what it prints. */
export async function enter(...command: string[]): Promise<string> {
  const { stdout } = await run(engine, ['enter', ...command], { maxBuffer: maxOutputBytes })
  return stdout.trim()
}

export const docker = (...args: string[]): Promise<string> => enter('docker', ...args)

/** The file of the checkout, and the limits of this machine. */
export const composeFiles = `${checkout}/deploy/compose.yaml:/srv/limits.yaml`

export const compose = (...args: string[]): Promise<string> =>
  enter('env', `COMPOSE_FILE=${composeFiles}`, 'docker', 'compose', ...args)

/** Runs a shell script in the checkout. */
export const inCheckout = (script: string): Promise<string> =>
  enter('bash', '-ec', `cd ${checkout}; ${script}`)

export async function containersOf(service: string): Promise<string[]> {
  const text = await compose('ps', '--all', '--quiet', service)
  return text.split('\n').filter(Boolean)
}

export async function inspect(container: string): Promise<Container> {
  const [found] = JSON.parse(await docker('inspect', container)) as Container[]
  if (!found) throw new Error(`no container ${container}`)
  return found
}

export interface Container {
  Name: string
  RestartCount: number
  State: { Pid: number; ExitCode: number; Status: string; StartedAt: string; Health?: { Status: string } }
  Config: { User: string }
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null; CapAdd: string[] | null }
}
