// Whether the configuration can be read, and means what its author meant.

import { readProtocolPorts } from '../../roles/protocol-ports.ts'
import type { Advice, Check, Patient } from './doctor.types.ts'
import { byPerson, danger, fault, inEnvironment, ok, quoted, warning } from './findings.ts'

const newSecret = 'export RASTRO_SECRET="$(openssl rand -hex 32)"'
/** Nobody can guess these for their owner. */
const examples: Record<string, string> = {
  RASTRO_SECRET: newSecret,
  RASTRO_DATABASE_URL: 'export RASTRO_DATABASE_URL=postgresql://rastro_app:PASSWORD@127.0.0.1:5432/rastro',
  RASTRO_NATS_URL: 'export RASTRO_NATS_URL=nats://rastro:PASSWORD@127.0.0.1:4222',
}
const placeholder =
  /change.?me|replace.?me|your.?secret|my.?secret|insert.?here|placeholder|example|password|default|qwerty|(0123456789|1234567890|abcdefgh).*/i
const fewCharacters = 10

function adviseSetting(configFault: string): Advice {
  const name = /^RASTRO_\w+/.exec(configFault)?.[0] ?? ''
  // What can be left out has a value that is usual.
  return inEnvironment(examples[name] ?? `unset ${name}`)
}

/** Hosts that no other machine can reach. */
function isOfThisMachine(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)
}

function isWeak(secret: string): boolean {
  return placeholder.test(secret) || new Set(secret).size < fewCharacters
}

export const configurationChecks: Check[] = [
  {
    id: 'configuration.invalid',
    group: 'configuration',
    about: 'a setting is missing or makes no sense',
    look({ config, configFaults }) {
      const faults = [...configFaults, ...readProtocolPorts(config).faults]
      if (faults.length === 0) return ok('every setting can be read')
      return faults.flatMap((one) => fault(one, 'Nothing starts.', adviseSetting(one)))
    },
  },
  {
    id: 'configuration.secret',
    group: 'configuration',
    about: 'the secret is a placeholder, or easy to guess',
    isGuard: true,
    look(patient) {
      const { secret } = patient.config.access
      if (secret === '') return []
      if (!isWeak(secret)) return ok('RASTRO_SECRET is long and not easy to guess')
      return danger(
        patient,
        'RASTRO_SECRET is a placeholder, or made of few characters',
        'Who guesses it makes tokens for every account. A new one ends all sessions, and what was sealed with the old one must be made anew.',
        inEnvironment(newSecret),
      )
    },
  },
  {
    id: 'configuration.public-url',
    group: 'configuration',
    about: 'the public address is not https',
    isGuard: true,
    look(patient) {
      const { mode, http } = patient.config
      const isAtHome = mode === 'development' && isOfThisMachine(http.publicUrl)
      if (http.publicUrl.startsWith('https://') || isAtHome)
        return ok(`RASTRO_PUBLIC_URL is ${http.publicUrl}`)
      const secure = http.publicUrl.replace(/^http:/, 'https:')
      return danger(
        patient,
        `RASTRO_PUBLIC_URL is ${http.publicUrl}, which does not begin with https://`,
        'Passwords and tokens travel in the clear.',
        inEnvironment(`export RASTRO_PUBLIC_URL=${quoted(secure)}`),
      )
    },
  },
  {
    id: 'configuration.proxies',
    group: 'configuration',
    about: 'the proxy in front is not trusted, or everybody is',
    look({ config }) {
      const { trustedProxies, publicUrl, host } = config.http
      const everybody = trustedProxies.filter((one) => /\/0$/.test(one))
      const here = inEnvironment('export RASTRO_TRUSTED_PROXIES=127.0.0.1')
      if (everybody.length > 0)
        return fault(
          `RASTRO_TRUSTED_PROXIES is ${everybody.join(', ')}, which is everybody`,
          'A caller chooses the address that limits and the audit trail see.',
          here,
        )
      if (trustedProxies.length > 0 || !publicUrl.startsWith('https://'))
        return ok('who stands in front is known')
      return warning(
        'RASTRO_PUBLIC_URL is https://, which a proxy must speak, but RASTRO_TRUSTED_PROXIES is not set',
        'All callers seem to come from the proxy, and share one limit.',
        /^(127\.|localhost$|::1$)/.test(host)
          ? here
          : byPerson("Put the proxy's address into RASTRO_TRUSTED_PROXIES."),
      )
    },
  },
  {
    id: 'configuration.webhook-networks',
    group: 'configuration',
    about: 'webhooks may reach this machine, or everything',
    look(patient: Patient) {
      const { ownNetworks } = patient.config.webhooks
      const open = ownNetworks.filter((one) => /^(127\.|::1\/|169\.254\.)|\/0$/.test(one))
      if (open.length === 0) return ok('webhooks cannot reach this machine')
      return danger(
        patient,
        `RASTRO_WEBHOOK_ALLOWED_NETWORKS has ${open.join(', ')}`,
        'Customers make us call what listens on this machine, the engines among it.',
        inEnvironment('unset RASTRO_WEBHOOK_ALLOWED_NETWORKS'),
      )
    },
  },
]
