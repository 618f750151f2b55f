// One example of every identity e-mail and of every variant of its text.

import type { IdentityMailKind } from '../src/features/auth/identity-mail.types.ts'

const at = '2026-11-17T08:00:00.000Z'
const secret = 'q3V8'.repeat(16)
const statement = {
  statement: {
    format: 1,
    installation: 'ins_2fQ8sVd0mXbYc7LrTzKw3N',
    accountNumber: 4_711,
    accountHash: 'a9f0c3d2'.repeat(8),
    requestedAt: at,
    startedAt: '2026-12-17T08:00:00.000Z',
    finishedAt: '2026-12-17T08:04:10.000Z',
    rows: { devices: 212, locations: 18_250_114, users: 9, alerts: 40_221 },
    messages: { events: 80_114 },
    exportFiles: 2,
    copiesUntil: { locationLog: '2026-12-24T08:00:00.000Z', frameLog: at, backups: at },
  },
  signature: { key: 'k1', algorithm: 'EdDSA', value: 'b7Zk'.repeat(22) },
}

/** What the features that send them put in. `url` is the public URL of the installation. */
export function mailSamples(url: string): Record<IdentityMailKind, Record<string, string>[]> {
  const link = (page: string) => `${url}/${page}#${secret}`
  const key = { key: 'Reports', at, url: `${url}/settings/api-keys` }
  const status = { reason: 'Invoice 114 is unpaid.', contact: 'support@example.com' }
  const cap = { period: 'month', cap: '500', used: '400', url: `${url}/settings/spending` }
  return {
    'account-erased': [
      {
        rows: '18290556',
        tables: '4',
        logsUntil: '2026-12-24T08:00:00.000Z',
        backupsUntil: '2027-01-17T08:00:00.000Z',
        statement: JSON.stringify(statement),
      },
    ],
    'account-status': ['active', 'suspended', 'blocked', 'closing'].map((one) => ({
      ...status,
      status: one,
      ...(one === 'closing' && { reason: 'closed_by_holder', eraseAt: '2026-12-17T08:00:00.000Z', url }),
    })),
    'api-key-changed': [
      { ...key, change: 'secret' },
      { ...key, change: 'limits' },
    ],
    'api-key-created': [key],
    'api-key-expired': [key],
    'api-key-expiring': [key],
    'email-changed': [
      { email: 'b…@example.com', at, url: link('email-undo') },
      { email: 'b…@example.com', at },
    ],
    'email-confirmation': [{ url: link('email') }],
    'erasure-soon': [{ eraseAt: '2026-12-17T08:00:00.000Z', url, contact: 'support@example.com' }],
    'factor-added': [
      { factor: 'totp', at },
      { factor: 'passkey', name: 'Office laptop', at },
    ],
    'factor-removed': [
      { factor: 'all', at },
      { factor: 'passkey', name: 'Office laptop', reason: 'copied', at },
    ],
    'failed-sign-ins': [
      { count: '20', locked: 'no', url: `${url}/forgot` },
      { count: '100', locked: 'yes', url: `${url}/forgot` },
    ],
    invitation: [{ url: link('invitation') }],
    'mail-test': [{ at }],
    'new-sign-in': [
      { browser: 'Firefox', system: 'Linux', network: '192.0.2.0/24', at, url: `${url}/settings/security` },
    ],
    'password-changed': [{ at, url: `${url}/forgot` }],
    'password-reset': [{ url: link('reset') }],
    'platform-cap': ['80', '90', '100'].map((percent) => ({ ...cap, kind: 'sms', percent })),
    'recovery-code-used': [{ left: '3', at }],
    'recovery-started': [{ user: 'ana@example.com', due: at, url: link('stop-recovery') }],
    'reseller-cap': ['80', '90', '100'].map((percent) => ({
      ...cap,
      kind: 'sms',
      percent,
      reseller: 'Alpha Fleet',
    })),
    'second-factor-reset': [{ url: link('enrol') }],
    'host-failing': ['failing', 'lapsed'].map((state) => ({
      ...{ host: 'fleet.alpha.example', state, lapsesAt: at, url },
    })),
    'sign-up': [{ url: link('sign-up/confirm') }],
    'sign-up-known': [{ url: `${url}/sign-in` }],
    'spending-cap': [
      { ...cap, kind: 'sms', percent: '80' },
      { ...cap, kind: 'email', percent: '90', used: '450' },
      { ...cap, kind: 'money', percent: '100', used: '50.00 EUR', cap: '50.00 EUR' },
    ],
    'sso-bypassed': ['password', 'passkey'].map((method) => ({ user: 'ana', method, at, url })),
    'sso-changed': ['off', 'allowed', 'required'].map((mode) => ({ user: 'ana', mode, at, url })),
    'sso-linked': [{ provider: 'Example Corp', at, url }],
    'support-request': ['read', 'write'].map((access) => ({
      ...{ state: 'requested', access, expiresAt: at, url: link('support-request') },
      ...{ visitor: 'Ana Ruiz', organization: 'Alpha GPS', reason: 'Ticket 4711' },
    })),
    'support-session': ['requested', 'active'].flatMap((state) =>
      ['read', 'write'].map((access) => ({
        ...{ state, access, expiresAt: at, url: `${url}/settings/support` },
        ...{ visitor: 'Ana Ruiz', organization: 'Alpha GPS', reason: 'Ticket 4711' },
      })),
    ),
    'trial-ending': [{ endsAt: at, contact: 'support@example.com' }],
  }
}
