// Postfix and opendkim of Debian as a receiving mail server: on ports of their own, in a temporary directory, without the
// machine's init. Needs root: `scripts/install-services --with-mail`.

import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const postfix = '/usr/sbin/postfix'
const opendkim = '/usr/sbin/opendkim'
const nobody = 65_534
const startMs = 30_000

export const hasPostfix = existsSync(postfix) && existsSync(opendkim) && process.getuid?.() === 0

export interface Postfix {
  url: string
  /** Delivered messages, as they are in the mailbox. */
  read(): Promise<string[]>
  close(): Promise<void>
}

/** Keys are read from this DNS server. */
export async function openPostfix(dnsAddress: string): Promise<Postfix> {
  const root = await mkdtemp(join(tmpdir(), 'postfix-'))
  // Postfix drops its rights, and has to find the way to its directories.
  await chmod(root, 0o755)
  const [smtpPort, milterPort] = [await findPort(), await findPort()]
  const config = join(root, 'config')
  for (const name of ['config', 'queue', 'data', 'mail']) await mkdir(join(root, name), { mode: 0o755 })
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postfix'], { encoding: 'utf8' })),
  )
  await chown(join(root, 'data'), uid!, gid!)
  await chown(join(root, 'mail'), nobody, nobody)
  await cp('/etc/postfix/master.cf.proto', join(config, 'master.cf'))
  const master = await readFile(join(config, 'master.cf'), 'utf8')
  // Without chroot jails, and with a port of its own.
  const services = master
    .replace(/^(\S+\s+\S+\s+\S+\s+\S+\s+)y(\s)/gm, '$1n$2')
    .replace(/^smtp\s+inet/m, `127.0.0.1:${smtpPort} inet`)
  await writeFile(join(config, 'master.cf'), services)
  await writeFile(join(config, 'main.cf'), mainOf({ root, milterPort, nobody }))
  await writeFile(join(root, 'unbound.conf'), resolverOf(dnsAddress))
  await writeFile(join(root, 'opendkim.conf'), filterOf(root, milterPort))
  const filter = spawn(opendkim, ['-f', '-x', join(root, 'opendkim.conf')], { stdio: 'ignore' })
  await untilOpen(milterPort)
  execFileSync(postfix, ['-c', config, 'start'], { stdio: 'pipe' })
  await untilOpen(smtpPort)
  const inbox = join(root, 'mail/inbox/new')
  return {
    url: `smtp://127.0.0.1:${smtpPort}`,
    async read() {
      const names = existsSync(inbox) ? await readdir(inbox) : []
      return Promise.all(names.map((name) => readFile(join(inbox, name), 'utf8')))
    },
    async close() {
      execFileSync(postfix, ['-c', config, 'stop'], { stdio: 'pipe' })
      filter.kill()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Accepts every recipient of one domain into one mailbox. */
function mainOf({
  root,
  milterPort,
  nobody: id,
}: {
  root: string
  milterPort: number
  nobody: number
}): string {
  return Object.entries({
    compatibility_level: '3.6',
    queue_directory: `${root}/queue`,
    data_directory: `${root}/data`,
    maillog_file: `${root}/postfix.log`,
    maillog_file_prefixes: root,
    myhostname: 'mx.receiver.example',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    disable_dns_lookups: 'yes',
    smtpd_peername_lookup: 'no',
    smtpd_tls_security_level: 'none',
    alias_maps: '',
    alias_database: '',
    virtual_mailbox_domains: 'receiver.example',
    virtual_mailbox_base: `${root}/mail`,
    virtual_mailbox_maps: 'static:inbox/',
    virtual_uid_maps: `static:${id}`,
    virtual_gid_maps: `static:${id}`,
    smtpd_milters: `inet:127.0.0.1:${milterPort}`,
    milter_default_action: 'tempfail',
  })
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

/** Verifies also what this machine sends, and writes what it found into the message. */
function filterOf(root: string, port: number): string {
  return [
    'Mode v',
    `Socket inet:${port}@127.0.0.1`,
    'AlwaysAddARHeader yes',
    'AuthservID mx.receiver.example',
    'InternalHosts 192.0.2.1',
    'On-BadSignature accept',
    `ResolverConfiguration ${root}/unbound.conf`,
    'Syslog no',
    '',
  ].join('\n')
}

function resolverOf(dnsAddress: string): string {
  return `server:
  do-not-query-localhost: no
forward-zone:
  name: "."
  forward-addr: ${dnsAddress.replace(':', '@')}
`
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilOpen(port: number): Promise<void> {
  for (const until = Date.now() + startMs; ; await sleep(100)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isOpen) return
    if (Date.now() > until) throw new Error(`nothing listens on port ${port}`)
  }
}
