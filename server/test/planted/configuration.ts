import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { PlantedFault } from './plant.ts'
import { set } from './plant.ts'

let taken: ReturnType<typeof createServer> | undefined

export const ofConfiguration: PlantedFault[] = [
  {
    name: 'settings that make no sense',
    id: 'configuration.invalid',
    plant: set({
      RASTRO_DATABASE_POOL: 'many',
      RASTRO_LOG_LEVEL: 'loud',
      RASTRO_GATEWAY_PROTOCOL_PORTS: 'teltonica=5027',
    }),
  },
  {
    name: 'no secret',
    id: 'configuration.invalid',
    plant: ({ env }) => void delete env.RASTRO_SECRET,
  },
  {
    name: 'a secret from an example',
    id: 'configuration.secret',
    plant: set({ RASTRO_SECRET: 'changeme-changeme-changeme-changeme' }),
  },
  {
    name: 'a public address in the clear',
    id: 'configuration.public-url',
    plant: set({ RASTRO_PUBLIC_URL: 'http://rastro.example' }),
  },
  {
    name: 'everybody trusted as a proxy',
    id: 'configuration.proxies',
    plant: set({ RASTRO_TRUSTED_PROXIES: '0.0.0.0/0' }),
  },
  {
    name: 'webhooks let in to this machine',
    id: 'configuration.webhook-networks',
    plant: set({ RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }),
  },
  {
    name: 'a port that another program has',
    id: 'configuration.ports',
    async plant({ env }) {
      const server = createServer()
      taken = server
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      env.RASTRO_HTTP_PORT = String((server.address() as AddressInfo).port)
    },
    after: () => void taken?.close(),
  },
  {
    name: 'more trackers than files may be open',
    id: 'configuration.open-files',
    isOfProcess: true,
    plant: set({ RASTRO_GATEWAY_CONNECTIONS: '50000' }),
  },
  {
    name: 'a directory for temporary files that is not there',
    id: 'storage.temporary',
    isOfProcess: true,
    plant: set({ TMPDIR: '/nowhere/to/be/found' }),
  },
]

export const ofWaysOut: PlantedFault[] = [
  {
    name: 'TLS to a mail server that begins in the clear',
    id: 'ways-out.smtp',
    plant({ env, mailbox }) {
      env.RASTRO_SMTP_URL = mailbox.url.replace('smtp:', 'smtps:')
    },
  },
  {
    name: 'two ways for SMS',
    id: 'ways-out.sms-twice',
    plant({ env, mailbox }) {
      // Whoever listens there: it is only called.
      env.RASTRO_SMPP_URL = mailbox.url.replace('smtp:', 'smpp:')
      env.RASTRO_SMS_HTTP_URL = 'https://sms.example'
    },
  },
  {
    name: 'letters from nowhere',
    id: 'ways-out.mail-from',
    plant: set({ RASTRO_MAIL_FROM: 'Rastro <alerts@localhost>' }),
  },
]
