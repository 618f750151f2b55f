// Finds and runs PostgreSQL's client programs without exposing passwords in the process list.

import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { InvalidError } from '../../platform/http/errors.ts'

export type Tool = 'pg_dump' | 'pg_restore'

export interface ToolRun {
  file: string
  args: string[]
  url: string
  /** Called for each finished item of the archive, with its kind and name. */
  finished?: (kind: string, name: string) => void
}

const debianDir = '/usr/lib/postgresql'
const maxOutputLines = 20

/** At least as new as the server: an older pg_dump refuses to run or misses features. */
export async function findTool(tool: Tool, toolsDir: string, serverVersion: string): Promise<string> {
  const wanted = Number.parseInt(serverVersion, 10)
  const ofDebian = existsSync(debianDir)
    ? readdirSync(debianDir).map((major) => join(debianDir, major, 'bin'))
    : []
  const dirs = toolsDir ? [toolsDir] : [...ofDebian, ...(process.env.PATH ?? '').split(':')]
  const files = [...new Set(dirs.filter(Boolean).map((dir) => join(dir, tool)))].filter(existsSync)
  const found = await Promise.all(files.map(async (file) => ({ file, major: await majorOf(file) })))
  const good = found.filter(({ major }) => major >= wanted).sort((one, other) => one.major - other.major)[0]
  if (good) return good.file
  const [other] = found
  const reason = other ? ` (${other.file} ${other.major ? `is version ${other.major}` : 'does not run'})` : ''
  const [searched, advice] = toolsDir
    ? [`"${toolsDir}"`, 'Correct the setting RASTRO_POSTGRES_TOOLS_DIR, or remove it to search PATH.']
    : [
        `PATH or ${debianDir}`,
        `On Debian: apt-get install postgresql-client-${wanted}. Or set RASTRO_POSTGRES_TOOLS_DIR to its directory.`,
      ]
  throw new InvalidError(
    'backup.tools',
    `${tool} ${wanted} or newer was not found in ${searched}${reason}. ${advice}`,
  )
}

async function majorOf(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(file, ['--version']).catch(() => ({ stdout: '' }))
  return Number(/(\d+)(\.\d+)?/.exec(stdout)?.[1] ?? 0)
}

/** Fails with the last lines of the program's output. */
export async function runTool({ file, args, url, finished }: ToolRun): Promise<void> {
  const { address, password } = withoutPassword(url)
  const child = spawn(file, ['--dbname', address, '--verbose', ...args], {
    env: { ...process.env, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  const lines = createInterface({ input: child.stderr })
  lines.on('line', (line) => {
    const [, kind, name] = /: finished item \d+ ([A-Z ]+) (.+)$/.exec(line) ?? []
    if (kind && name) finished?.(kind, name)
    output.push(line)
    if (output.length > maxOutputLines) output.shift()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code === 0) return
  const errors = output.filter((line) => /error|detail|hint|fatal/i.test(line))
  throw new InvalidError(
    'backup.failed',
    `${file} failed:\n${(errors.length > 0 ? errors : output).join('\n')}`,
  )
}

export async function listArchive(file: string, directory: string): Promise<string[]> {
  const list = promisify(execFile)(file, ['--list', directory], { maxBuffer: 1024 ** 3 })
  const { stdout } = await list.catch(({ stderr, message }: { stderr?: string; message: string }) => {
    throw new InvalidError(
      'backup.archive',
      `${file} cannot read the archive "${directory}": ${stderr?.trim() || message}\nInstall a newer pg_restore if the backup was made with one; otherwise restore another backup.`,
    )
  })
  // Comments begin with a semicolon.
  return stdout.split('\n').filter((line) => /^\d/.test(line))
}

function withoutPassword(url: string): { address: string; password: string } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password) || (parsed.searchParams.get('password') ?? '')
  parsed.password = ''
  parsed.searchParams.delete('password')
  return { address: parsed.href, password }
}
