// PostgreSQL's own programs: where they are, and how they are run without showing a password to whoever lists processes.

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
  /** Each thing of the archive that is finished, by kind and name. */
  finished?: (kind: string, name: string) => void
}

const debianPlace = '/usr/lib/postgresql'
const lastLines = 20

/** As new as the server at least: an older pg_dump refuses, or does not know all there is. */
export async function findTool(tool: Tool, toolsDir: string, serverVersion: string): Promise<string> {
  const wanted = Number.parseInt(serverVersion, 10)
  const ofDebian = existsSync(debianPlace)
    ? readdirSync(debianPlace).map((major) => join(debianPlace, major, 'bin'))
    : []
  const places = toolsDir ? [toolsDir] : [...ofDebian, ...(process.env.PATH ?? '').split(':')]
  const files = [...new Set(places.filter(Boolean).map((dir) => join(dir, tool)))].filter(existsSync)
  const found = await Promise.all(files.map(async (file) => ({ file, major: await majorOf(file) })))
  const good = found.filter(({ major }) => major >= wanted).sort((one, other) => one.major - other.major)[0]
  if (good) return good.file
  const [other] = found
  const unusable = other
    ? ` (${other.file} ${other.major ? `is version ${other.major}` : 'does not run'})`
    : ''
  const [place, advice] = toolsDir
    ? [`"${toolsDir}"`, 'Correct the setting RASTRO_POSTGRES_TOOLS, or remove it to search PATH.']
    : [
        `PATH or ${debianPlace}`,
        `On Debian: apt-get install postgresql-client-${wanted}. Or set RASTRO_POSTGRES_TOOLS to its directory.`,
      ]
  throw new InvalidError(
    'backup.tools',
    `${tool} ${wanted} or newer was not found in ${place}${unusable}. ${advice}`,
  )
}

async function majorOf(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(file, ['--version']).catch(() => ({ stdout: '' }))
  return Number(/(\d+)(\.\d+)?/.exec(stdout)?.[1] ?? 0)
}

/** Fails with the program's own last words. */
export async function runTool({ file, args, url, finished }: ToolRun): Promise<void> {
  const { address, password } = withoutPassword(url)
  const child = spawn(file, ['--dbname', address, '--verbose', ...args], {
    env: { ...process.env, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  const lines = createInterface({ input: child.stderr })
  lines.on('line', (line) => {
    const [, kind, name] = /: finished item \d+ ([A-Z ]+) (.+)$/.exec(line) ?? []
    if (kind && name) finished?.(kind, name)
    said.push(line)
    if (said.length > lastLines) said.shift()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code === 0) return
  const complaints = said.filter((line) => /error|detail|hint|fatal/i.test(line))
  throw new InvalidError(
    'backup.failed',
    `${file} failed:\n${(complaints.length > 0 ? complaints : said).join('\n')}`,
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
