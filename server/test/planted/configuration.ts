import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { FakeGeocoder } from '../fake-geocoder.ts'
import { openFakeGeocoder } from '../fake-geocoder.ts'
import type { PlantedFault } from './plant.ts'
import { set, sql } from './plant.ts'

let taken: ReturnType<typeof createServer> | undefined
let geocoder: FakeGeocoder | undefined

export const ofConfiguration: PlantedFault[] = [
  {
    name: 'invalid settings',
    id: 'configuration.invalid',
    plant: set({
      RASTRO_DATABASE_POOL_SIZE: 'many',
      RASTRO_LOG_LEVEL: 'loud',
      RASTRO_GATEWAY_PROTOCOL_PORTS: 'teltonica=5027',
    }),
  },
  {
    name: 'no secret',
    id: 'configuration.invalid',
    plant: ({ env }) => {
      delete env.RASTRO_SECRET
    },
  },
  {
    name: 'a secret from an example',
    id: 'configuration.secret',
    plant: set({ RASTRO_SECRET: 'changeme-changeme-changeme-changeme' }),
  },
  {
    name: 'a public URL without https',
    id: 'configuration.public-url',
    plant: set({ RASTRO_PUBLIC_URL: 'http://rastro.example' }),
  },
  {
    name: 'a missing file of breached passwords',
    id: 'configuration.breached-file',
    plant: set({ RASTRO_BREACHED_FILE: '/nowhere/breached-passwords.bin' }),
  },
  {
    name: 'a missing certificate for trackers',
    id: 'configuration.tracker-certificate',
    plant: set({
      RASTRO_GATEWAY_TLS_CERTIFICATE_FILE: '/nowhere/tracker.pem',
      RASTRO_GATEWAY_TLS_KEY_FILE: '/nowhere/tracker.key',
    }),
  },
  {
    name: 'every client trusted as a proxy',
    id: 'configuration.proxies',
    plant: set({ RASTRO_TRUSTED_PROXIES: '0.0.0.0/0' }),
  },
  {
    name: 'webhooks allowed to call this machine',
    id: 'configuration.webhook-networks',
    plant: set({ RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }),
  },
  {
    name: 'a port used by another program',
    id: 'configuration.ports',
    async plant({ env }) {
      const server = createServer()
      taken = server
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      env.RASTRO_HTTP_PORT = String((server.address() as AddressInfo).port)
    },
    after: () => {
      taken?.close()
    },
  },
  {
    name: 'an open-file limit below the tracker connections',
    id: 'configuration.open-files',
    isOfProcess: true,
    plant: set({ RASTRO_GATEWAY_MAX_CONNECTIONS: '50000' }),
  },
  {
    name: 'a missing temporary directory',
    id: 'storage.temporary',
    isOfProcess: true,
    plant: set({ TMPDIR: '/nowhere/to/be/found' }),
  },
]

export const ofOutbound: PlantedFault[] = [
  {
    name: 'TLS to a mail server that expects STARTTLS',
    id: 'outbound.smtp',
    plant({ env, mailbox }) {
      env.RASTRO_SMTP_URL = mailbox.url.replace('smtp:', 'smtps:')
    },
  },
  {
    name: 'two SMS providers',
    id: 'outbound.sms-twice',
    async plant({ env, mailbox, sql }) {
      // Any listener will do: the check only connects.
      env.RASTRO_SMPP_URL = mailbox.url.replace('smtp:', 'smpp:')
      env.RASTRO_SMS_HTTP_URL = 'https://sms.example'
      // Otherwise that is a fault too.
      await sql('UPDATE platform_caps SET sms_day = 1000')
    },
  },
  {
    name: 'SMS without a cap',
    id: 'outbound.sms-cap',
    async plant(ward) {
      ward.env.RASTRO_SMPP_URL = ward.mailbox.url.replace('smtp:', 'smpp:')
      await ward.sql('UPDATE platform_caps SET sms_day = NULL, sms_month = NULL')
    },
  },
  {
    name: 'a spending cap that is nearly used',
    id: 'outbound.caps-used',
    plant: sql(
      'UPDATE platform_caps SET email_day = 100',
      `INSERT INTO platform_spending (period, starts_on, emails) VALUES ('day', (now() AT TIME ZONE 'UTC')::date, 85)
       ON CONFLICT (period, starts_on) DO UPDATE SET emails = 85`,
    ),
  },
  {
    name: 'a cap for money without prices',
    id: 'outbound.prices',
    plant: sql('UPDATE platform_caps SET money_month = 100000000'),
  },
  {
    name: 'a list of releases that cannot be read',
    id: 'outbound.releases',
    plant: set({ RASTRO_RELEASES_URL: 'http://127.0.0.1:1/releases.json' }),
  },
  {
    name: 'a geocoder in a network that is not allowed',
    id: 'outbound.geocoder',
    async plant({ env }) {
      geocoder = await openFakeGeocoder()
      env.RASTRO_GEOCODER_KIND = 'photon'
      env.RASTRO_GEOCODER_URL = geocoder.url
    },
    after: () => {
      geocoder?.close().catch(() => {})
    },
  },
  {
    name: 'a sender address without a domain',
    id: 'outbound.mail-from',
    plant: set({ RASTRO_MAIL_FROM: 'Rastro <alerts@localhost>' }),
  },
]
