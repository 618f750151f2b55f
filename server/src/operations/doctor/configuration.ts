// Checks that the configuration is valid and safe.

import { countBreached } from '../../features/auth/breached-passwords.api.ts'
import { readProtocolPorts } from '../../roles/protocol-ports.ts'
import type { Advice, Check, DoctorContext } from './doctor.types.ts'
import { fault, faultInProduction, inEnvironment, manually, ok, shellQuote, warning } from './findings.ts'

const newSecret = 'export RASTRO_SECRET="$(openssl rand -hex 32)"'
/** Settings without a default. */
const examples: Record<string, string> = {
  RASTRO_SECRET: newSecret,
  RASTRO_DATABASE_URL: 'export RASTRO_DATABASE_URL=postgresql://rastro_app:PASSWORD@127.0.0.1:5432/rastro',
  RASTRO_NATS_URL: 'export RASTRO_NATS_URL=nats://rastro:PASSWORD@127.0.0.1:4222',
}
const placeholder =
  /change.?me|replace.?me|your.?secret|my.?secret|insert.?here|placeholder|example|password|default|qwerty|(0123456789|1234567890|abcdefgh).*/i
const minDistinctCharacters = 10

function adviseSetting(configFault: string): Advice {
  const name = /^RASTRO_\w+/.exec(configFault)?.[0] ?? ''
  // Other settings have a default.
  return inEnvironment(examples[name] ?? `unset ${name}`)
}

/** Hosts that are not reachable from other machines. */
function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)
}

function isWeak(secret: string): boolean {
  return placeholder.test(secret) || new Set(secret).size < minDistinctCharacters
}

export const configurationChecks: Check[] = [
  {
    id: 'configuration.invalid',
    group: 'configuration',
    about: 'a setting is missing or invalid',
    run({ config, configFaults }) {
      const faults = [...configFaults, ...readProtocolPorts(config).faults]
      if (faults.length === 0) return ok('all settings are valid')
      return faults.flatMap((one) => fault(one, 'No process starts.', adviseSetting(one)))
    },
  },
  {
    id: 'configuration.secret',
    group: 'configuration',
    about: 'the secret is a placeholder or easy to guess',
    isStartupCheck: true,
    run(ctx) {
      const { secret } = ctx.config.access
      if (secret === '') return []
      if (!isWeak(secret)) return ok('RASTRO_SECRET is long and not easy to guess')
      return faultInProduction(
        ctx,
        'RASTRO_SECRET is a placeholder or has too few distinct characters',
        'Anyone who guesses it can forge tokens for every account. A new secret ends all sessions, and webhook secrets and share links must be created again.',
        inEnvironment(newSecret),
      )
    },
  },
  {
    id: 'configuration.public-url',
    group: 'configuration',
    about: 'the public URL is not https',
    isStartupCheck: true,
    run(ctx) {
      const { mode, http } = ctx.config
      const isLocal = mode === 'development' && isLoopback(http.publicUrl)
      if (http.publicUrl.startsWith('https://') || isLocal)
        return ok(`RASTRO_PUBLIC_URL is ${http.publicUrl}`)
      const secure = http.publicUrl.replace(/^http:/, 'https:')
      return faultInProduction(
        ctx,
        `RASTRO_PUBLIC_URL is ${http.publicUrl}, which does not begin with https://`,
        'Passwords and tokens are sent unencrypted.',
        inEnvironment(`export RASTRO_PUBLIC_URL=${shellQuote(secure)}`),
      )
    },
  },
  {
    id: 'configuration.breached-passwords',
    group: 'configuration',
    about: 'new passwords are not compared with breached ones',
    run({ config }) {
      if (config.access.breachedFile) return ok('new passwords are compared with breached ones')
      return warning(
        'RASTRO_BREACHED_FILE is not set',
        'Users can choose passwords that are on the lists of attackers.',
        manually(
          'Download the SHA-1 hashes of Have I Been Pwned, run `rastro passwords build`, and set RASTRO_BREACHED_FILE: see docs/security.md.',
        ),
      )
    },
  },
  {
    id: 'configuration.breached-file',
    group: 'configuration',
    about: 'the file of breached passwords cannot be used',
    isStartupCheck: true,
    async run({ config }) {
      const { breachedFile } = config.access
      if (!breachedFile) return []
      try {
        return ok(`RASTRO_BREACHED_FILE has ${await countBreached(breachedFile)} passwords`)
      } catch (error) {
        return fault(
          `RASTRO_BREACHED_FILE cannot be used: ${(error as Error).message}`,
          'Nobody can choose a password.',
          inEnvironment('unset RASTRO_BREACHED_FILE'),
        )
      }
    },
  },
  {
    id: 'configuration.proxies',
    group: 'configuration',
    about: 'the reverse proxy is not trusted, or every client is',
    run({ config }) {
      const { trustedProxies, publicUrl, host } = config.http
      const tooWide = trustedProxies.filter((one) => /\/0$/.test(one))
      const here = inEnvironment('export RASTRO_TRUSTED_PROXIES=127.0.0.1')
      if (tooWide.length > 0)
        return fault(
          `RASTRO_TRUSTED_PROXIES is ${tooWide.join(', ')}, which trusts every client`,
          'Clients can forge their address and bypass rate limits.',
          here,
        )
      if (trustedProxies.length > 0 || !publicUrl.startsWith('https://'))
        return ok('trusted proxies are configured')
      return warning(
        'RASTRO_PUBLIC_URL is https, which requires a reverse proxy, but RASTRO_TRUSTED_PROXIES is not set',
        'All clients appear with the address of the proxy and share one rate limit.',
        /^(127\.|localhost$|::1$)/.test(host)
          ? here
          : manually('Set RASTRO_TRUSTED_PROXIES to the address of the proxy.'),
      )
    },
  },
  {
    id: 'configuration.webhook-networks',
    group: 'configuration',
    about: 'webhooks may call this machine, or any address',
    run(ctx: DoctorContext) {
      const { allowedNetworks } = ctx.config.webhooks
      const open = allowedNetworks.filter((one) => /^(127\.|::1\/|169\.254\.)|\/0$/.test(one))
      if (open.length === 0) return ok('webhooks cannot call this machine')
      return faultInProduction(
        ctx,
        `RASTRO_WEBHOOK_ALLOWED_NETWORKS contains ${open.join(', ')}`,
        'Customers can send requests to services on this machine, including PostgreSQL and NATS.',
        inEnvironment('unset RASTRO_WEBHOOK_ALLOWED_NETWORKS'),
      )
    },
  },
]
