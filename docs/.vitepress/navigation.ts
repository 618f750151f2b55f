// What stands at the side, in the order of reading. A page that is not written yet is left out.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('..', import.meta.url))

type Page = [text: string, path: string]
const parts: [text: string, pages: Page[]][] = [
  [
    'Begin',
    [
      ['Start', 'start'],
      ['Concepts', 'concepts'],
      ['Connect a tracker', 'connect-a-tracker'],
      ['Alerts', 'alerts'],
      ['Notifications and limits', 'notifications-and-limits'],
    ],
  ],
  [
    'Programs',
    [
      ['The API', 'api-guide/'],
      ['Devices', 'api-guide/devices'],
      ['Locations and history', 'api-guide/locations'],
      ['Alerts and rules', 'api-guide/alerts'],
      ['Geofences', 'api-guide/geofences'],
      ['Stream and events', 'api-guide/stream'],
      ['Webhooks', 'webhooks'],
      ['Commands', 'commands'],
      ['Share links', 'api-guide/shares'],
      ['API keys and users', 'api-guide/keys'],
      ['TypeScript client', 'api-guide/client'],
      ['Command line', 'cli'],
    ],
  ],
  [
    'Operators',
    [
      ['Deploy', 'deploy'],
      ['Operate', 'operate'],
      ['Settings', 'settings'],
      ['Metrics', 'metrics'],
      ['Back up and restore', 'backup'],
      ['Doctor', 'doctor'],
      ['Upgrade', 'upgrade'],
      ['Scale', 'scale'],
      ['Proof', 'proof'],
      ['Cells', 'cells'],
      ['Security', 'security'],
      ['Promises and secrets', 'security-promises'],
      ['ASVS', 'asvs'],
      ['Moving from Traccar', 'moving-from-traccar'],
    ],
  ],
  [
    'Reference',
    [
      ['Trackers', 'trackers/'],
      ['Glossary', 'glossary'],
      ['Decisions', 'decisions/'],
      ['Contributing', 'contributing'],
      ['Changelog', 'changelog'],
    ],
  ],
]

const isWritten = ([, path]: Page) =>
  [`${path}.md`, `${path}index.md`, `${path}README.md`].some((file) => existsSync(`${docs}/${file}`))

export function sidebar() {
  return parts.map(([text, pages]) => ({
    text,
    items: pages.filter(isWritten).map(([text, path]) => ({ text, link: `/${path}` })),
  }))
}

export function nav(version: string) {
  return [
    { text: 'Start', link: '/start' },
    { text: 'API', link: '/api-guide/' },
    { text: 'Trackers', link: '/trackers/' },
    // Outside of the site: the server makes it of its own routes.
    { text: 'Reference', link: '/api/', target: '_self' },
    { text: version, link: '/changelog' },
  ]
}
