// The small files that a service's directory keeps between starts: state.json (process and ports), secrets.json.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessId } from './processes.ts'

export type State = { ports: Record<string, number>; process?: ProcessId }

export function readState(dir: string): State {
  return readJson<State>(join(dir, 'state.json')) ?? { ports: {} }
}

export function writeState(dir: string, state: State): void {
  writePrivately(join(dir, 'state.json'), `${JSON.stringify(state, null, 2)}\n`)
}

/** Returns a random secret per name, created at the first call and stable afterwards. */
export function keepSecrets<Name extends string>(dir: string, names: readonly Name[]): Record<Name, string> {
  const file = join(dir, 'secrets.json')
  const kept = readJson<Record<string, string>>(file) ?? {}
  const secrets = Object.fromEntries(
    names.map((name) => [name, kept[name] ?? randomBytes(24).toString('hex')]),
  )
  writePrivately(file, `${JSON.stringify({ ...kept, ...secrets }, null, 2)}\n`)
  return secrets as Record<Name, string>
}

/** Writes atomically, readable by the owner only. */
export function writePrivately(file: string, text: string): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
