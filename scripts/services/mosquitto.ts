// A private MQTT broker on 127.0.0.1, in its own directory. Each user may publish under its own name only.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { getMosquitto } from './binaries.ts'
import { keepSecrets, writePrivately } from './files.ts'
import { withLock } from './lock.ts'
import type { Service } from './service.ts'
import { startService } from './service.ts'

export type Mosquitto = Omit<Service<'client'>, 'ports'> & {
  port: number
  /** With user and password; may read everything under `owntracks/` and `rastro/`. */
  url: string
  /** The address for a user, who publishes under `owntracks/<user>/` and `rastro/<user>/`. */
  urlOf(user: string): string
  addUser(user: string): void
  remove(): Promise<void>
}

const reader = 'rastro'

interface Options {
  dir: string
  users: string[]
  /** Listens with TLS. */
  certificate?: { certificateFile: string; keyFile: string }
}

/** Every user gets a password. */
export async function startMosquitto({ dir, users, certificate }: Options): Promise<Mosquitto> {
  mkdirSync(dir, { recursive: true })
  return withLock(dir, async () => {
    const passwords: Record<string, string> = keepSecrets(dir, [reader, ...users])
    const file = getMosquitto()
    const { ports, ...service } = await startService({
      name: 'Mosquitto',
      dir,
      ports: { client: undefined },
      prepare({ client }) {
        const configFile = join(dir, 'mosquitto.conf')
        writePrivately(join(dir, 'passwords'), plainPasswords(passwords))
        execFileSync('mosquitto_passwd', ['-U', join(dir, 'passwords')])
        writePrivately(
          join(dir, 'acl'),
          [
            `user ${reader}\ntopic read owntracks/#\ntopic read rastro/#\n`,
            'pattern write owntracks/%u/#\npattern write rastro/%u/#\n',
          ].join('\n'),
        )
        writePrivately(configFile, configOf(dir, client, certificate))
        return { file, args: ['-c', configFile], dir }
      },
      isReady: ({ client }) => answers(client),
      stopSignal: 'SIGTERM',
      onOurDeath: 'SIGKILL',
    })
    const scheme = certificate ? 'mqtts' : 'mqtt'
    const urlOf = (user: string) => `${scheme}://${user}:${passwords[user]}@127.0.0.1:${ports.client}`
    return {
      ...service,
      port: ports.client,
      url: urlOf(reader),
      urlOf,
      addUser(user) {
        Object.assign(passwords, keepSecrets(dir, [user]))
        execFileSync('mosquitto_passwd', ['-b', join(dir, 'passwords'), user, passwords[user]!])
        const pid = service.pid()
        if (pid !== undefined) process.kill(pid, 'SIGHUP')
      },
      async remove() {
        await service.stop()
        rmSync(dir, { recursive: true, force: true })
      },
    }
  })
}

function plainPasswords(passwords: Record<string, string>): string {
  return Object.entries(passwords)
    .map(([user, password]) => `${user}:${password}\n`)
    .join('')
}

/** Messages for a disconnected subscriber are queued without limit. */
function configOf(dir: string, port: number, certificate: Options['certificate']): string {
  const lines = [
    `listener ${port} 127.0.0.1`,
    ...(certificate ? [`certfile ${certificate.certificateFile}`, `keyfile ${certificate.keyFile}`] : []),
    'allow_anonymous false',
    `password_file ${join(dir, 'passwords')}`,
    `acl_file ${join(dir, 'acl')}`,
    'persistence true',
    `persistence_location ${dir}/`,
    'autosave_interval 1',
    'autosave_on_changes true',
    'max_queued_messages 0',
    // Started by root, mosquitto would switch to a user that cannot read these files.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
  ]
  return `${lines.join('\n')}\n`
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
