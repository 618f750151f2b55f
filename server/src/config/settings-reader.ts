// Parses settings of each type and checks their bounds. Errors name the setting and the reason.

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { serversOf } from '../platform/db/database-url.ts'

/** Placeholder for a file that could not be read; the error is already reported. */
const unreadable = '(unreadable)'

export type SettingsReader = ReturnType<typeof createReader>

/** Collects errors, so one start reports all of them. */
export function createReader(env: Record<string, string | undefined>) {
  const faults: string[] = []
  const get = (name: string) => env[name]?.trim() || undefined
  const report = <T>(text: string, instead: T): T => {
    faults.push(text)
    return instead
  }
  /** Reads NAME, or the file named by NAME_FILE, for settings with secrets. An empty file means not set. */
  const getOrReadFile = (name: string): string | undefined => {
    const file = get(`${name}_FILE`)
    if (!file) return get(name)
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (error) {
      return report(`${name}_FILE cannot be read: ${(error as Error).message}`, unreadable)
    }
  }
  const parseUrl = (name: string, value: string, protocols: string[]): string => {
    if (value === unreadable) return ''
    const each = protocols.includes('postgres:') ? serversOf(value) : [value]
    if (!each.every((value) => URL.canParse(value))) return report(`${name} is not a URL`, '')
    if (protocols.includes(new URL(each[0]!).protocol)) return value.replace(/\/$/, '')
    return report(`${name} must begin with ${protocols.map((p) => `${p}//`).join(' or ')}`, '')
  }
  const checkSecret = (name: string, value: string, minLength: number): string => {
    if (value === unreadable || value.length >= minLength) return value
    return report(`${name} must have at least ${minLength} characters`, '')
  }
  return {
    faults,
    text: (name: string, fallback: string) => get(name) ?? fallback,
    list: (name: string) => get(name)?.split(/[\s,]+/) ?? [],
    whole(name: string, fallback: number, min: number, max: number): number {
      const value = get(name)
      if (value === undefined) return fallback
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      return report(`${name} is "${value}", but must be a whole number from ${min} to ${max}`, fallback)
    },
    /** A fraction from 0 to 1. */
    share(name: string, fallback: number): number {
      const value = get(name)
      if (value === undefined) return fallback
      if (/^[\d.]+$/.test(value) && Number(value) >= 0 && Number(value) <= 1) return Number(value)
      return report(`${name} is "${value}", but must be a number from 0 to 1`, fallback)
    },
    /** A number per second. */
    rate(name: string, fallback: number): number {
      const value = get(name)
      if (value === undefined) return fallback
      if (/^\d+(\.\d+)?$/.test(value) && Number(value) >= 0.01 && Number(value) <= 1_000) return Number(value)
      return report(`${name} is "${value}", but must be a number from 0.01 to 1000`, fallback)
    },
    /** The text of a JSON document, or of the file named by NAME_FILE. */
    json(name: string): unknown {
      const value = getOrReadFile(name)
      if (value === undefined || value === unreadable) return undefined
      try {
        return JSON.parse(value)
      } catch {
        return report(`${name} is not JSON`, undefined)
      }
    },
    /** In millionths of the currency. */
    price(name: string): number {
      const value = get(name)
      if (value === undefined) return 0
      return toMillionths(value) ?? report(`${name} is "${value}", but must be a price like 0.045`, 0)
    },
    /** Prices by the beginning of a telephone number; that of `*` has the empty beginning. */
    prices(name: string): Map<string, number> {
      const prices = new Map<string, number>()
      for (const entry of this.list(name)) {
        const [, prefix, price = ''] = /^(\*|\+\d{1,14})=(.+)$/.exec(entry) ?? []
        const millionths = toMillionths(price)
        if (prefix === undefined || millionths === undefined)
          return report(`${name} has "${entry}", which is not like +34=0.045`, new Map())
        prices.set(prefix === '*' ? '' : prefix, millionths)
      }
      if (prices.size > 0 && !prices.has('')) return report(`${name} lacks a price for *`, new Map())
      return prices
    },
    oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const value = get(name) ?? fallback
      const found = choices.find((choice) => choice === value)
      return found ?? report(`${name} is "${value}", but must be one of ${choices.join(', ')}`, fallback)
    },
    url(name: string, protocols: string[], fallback?: string): string {
      const value = getOrReadFile(name) ?? fallback
      return value === undefined ? report(`${name} is not set`, '') : parseUrl(name, value, protocols)
    },
    urls(name: string, protocols: string[]): string[] {
      const value = getOrReadFile(name)
      if (value === undefined) return report(`${name} is not set`, [])
      return value.split(/[\s,]+/).map((value) => parseUrl(name, value, protocols))
    },
    ports(name: string, fallback: number[]): number[] {
      const ports = this.list(name).map(Number)
      const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536
      if (!ports.every(isPort)) return report(`${name} must be whole numbers from 1 to 65535`, fallback)
      return ports.length > 0 ? ports : fallback
    },
    networks(name: string, fallback: string[] = []): string[] {
      const networks = this.list(name)
      if (networks.length === 0) return fallback
      const wrong = networks.filter((network) => !isNetwork(network))
      return wrong.length > 0
        ? report(`${name} has "${wrong[0]}", which is not a network like 10.1.0.0/16`, [])
        : networks
    },
    /** Origins as browsers send them: scheme, host and port only. */
    origins(name: string): string[] {
      const origins = this.list(name)
      const wrong = origins.find(
        (value) => !/^https?:[^*]+$/.test(value) || !URL.canParse(value) || new URL(value).origin !== value,
      )
      return wrong === undefined
        ? origins
        : report(
            `${name} has "${wrong}", which is not an origin like https://portal.example; list each origin without a path`,
            [],
          )
    },
    optionalUrl(name: string, protocols: string[]): string | undefined {
      const value = getOrReadFile(name)
      return value === undefined ? undefined : parseUrl(name, value, protocols)
    },
    optionalSecret(name: string, minLength: number): string | undefined {
      const value = getOrReadFile(name)
      return value === undefined ? undefined : checkSecret(name, value, minLength)
    },
    secrets(name: string, minLength: number): string[] {
      const lines = getOrReadFile(name)?.split('\n') ?? []
      return lines.map((line) => checkSecret(name, line.trim(), minLength)).filter(Boolean)
    },
    secret(name: string, minLength: number): string {
      const value = getOrReadFile(name)
      if (value !== undefined) return checkSecret(name, value, minLength)
      return report(`${name} is not set (or ${name}_FILE, the path of a file with the value)`, '')
    },
  }
}

function toMillionths(text: string): number | undefined {
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Math.round(Number(text) * 1e6) : undefined
}

function isNetwork(text: string): boolean {
  const [, address = '', bits = 0] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  return isIP(address) > 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}
