// Types the lines one after the other into one terminal.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Newcomer } from './newcomer.ts'

export interface Took {
  line: string
  seconds: number
  note?: string
}

export interface SignIn {
  url: string
  userName: string
  password: string
}

export interface Walked {
  took: Took[]
  signIn: Promise<SignIn>
  /** Sends Ctrl-C. Returns how many of the user's processes are still running half a minute later. */
  stop(): Promise<number>
}

const stopWithinMs = 30_000

/** How this machine reaches the registry; the README does not cover that. */
function reachesPackages(): Record<string, string> {
  const npm = (key: string) => execFileSync('npm', ['config', 'get', key], { encoding: 'utf8' }).trim()
  const cafile = npm('cafile')
  const kept = Object.entries(process.env).filter(([name]) =>
    /_proxy$|^NODE_EXTRA_CA_CERTS$|^SSL_CERT/i.test(name),
  )
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    npm_config_registry: npm('registry'),
    ...(cafile !== 'null' && { npm_config_cafile: cafile }),
  }
}

export async function typeSteps(
  newcomer: Newcomer,
  { clone, steps, cacheDir }: { clone: string; steps: string[]; cacheDir: string },
): Promise<Walked> {
  const env = {
    ...reachesPackages(),
    HOME: newcomer.home,
    USER: newcomer.name,
    LANG: 'C.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    npm_config_cache: cacheDir,
  }
  const as = ['--reuid', newcomer.name, '--regid', newcomer.name, '--init-groups', '--', 'bash']
  const shell = spawn('setpriv', as, { cwd: clone, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const out of [shell.stdout, shell.stderr]) {
    out.on('data', (chunk) => {
      output += chunk
    })
  }
  const printed = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output)
      if (found) return found
      if (shell.exitCode !== null) throw new Error(`the terminal exited:\n${output}`)
      await sleep(50)
    }
  }

  async function type(line: string): Promise<string | undefined> {
    if (line.startsWith('sudo ')) return asRoot(line.slice('sudo '.length), clone)
    const mark = `done-${Math.random()}`
    shell.stdin.write(`${line}\necho ${mark} $?\n`)
    const [, code] = await printed(new RegExp(`${mark} (\\d+)`))
    if (code !== '0') throw new Error(`"${line}" failed:\n${output}`)
    return undefined
  }

  const took: Took[] = []
  for (const line of steps.slice(0, -1)) {
    const beganMs = performance.now()
    const note = await type(line)
    took.push({ line, seconds: (performance.now() - beganMs) / 1_000, ...(note && { note }) })
    console.log(`  ${took.at(-1)!.seconds.toFixed(1).padStart(6)} s  ${line}${note ? ` (${note})` : ''}`)
  }
  shell.stdin.write(`${steps.at(-1)}\n`)
  return {
    took,
    signIn: printed(/address\s+(\S+)\s+user name\s+(\S+)\s+password\s+(\S+)/).then(
      ([, url, userName, password]) => {
        return { url: url!, userName: userName!, password: password! }
      },
    ),
    async stop() {
      if (shell.exitCode === null) process.kill(-shell.pid!, 'SIGINT')
      shell.stdin.end()
      const deadline = performance.now() + stopWithinMs
      while (newcomer.processes().length > 0 && performance.now() < deadline) await sleep(200)
      return newcomer.processes().length
    },
  }
}

/** Commands that would change the packages of this machine are skipped, and reported. */
function asRoot(line: string, cwd: string): string | undefined {
  if (/^apt-get install /.test(line)) {
    const tried = spawnSync('bash', ['-c', line.replace('apt-get', 'apt-get --simulate')], {
      encoding: 'utf8',
    })
    const changesNothing = tried.status === 0 && !/^(Inst|Remv) /m.test(tried.stdout)
    if (!changesNothing) return 'not run: it would change this machine'
  }
  const { status, stderr } = spawnSync('bash', ['-c', line], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`"${line}" failed: ${stderr}`)
  return 'as root'
}
