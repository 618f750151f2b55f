// Reads settings of every kind from text: each has its bounds, and a fault says which setting is wrong and how.

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { serversOf } from '../platform/db/database-url.ts'

/** Stands for what a file should have held; the fault is named already. */
const unreadable = '(unreadable)'

export type SettingsReader = ReturnType<typeof createReader>

/** Faults are gathered, so that one start tells all of them. */
export function createReader(env: Record<string, string | undefined>) {
  const faults: string[] = []
  const get = (name: string) => env[name]?.trim() || undefined
  const fault = <T>(text: string, instead: T): T => {
    faults.push(text)
    return instead
  }
  /** NAME holds it, or NAME_FILE the path of a file that does: for what has a password in it. An empty file is none. */
  const getKept = (name: string): string | undefined => {
    const file = get(`${name}_FILE`)
    if (!file) return get(name)
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (error) {
      return fault(`${name}_FILE cannot be read: ${(error as Error).message}`, unreadable)
    }
  }
  const parseUrl = (name: string, value: string, protocols: string[]): string => {
    if (value === unreadable) return ''
    const each = protocols.includes('postgres:') ? serversOf(value) : [value]
    if (!each.every((one) => URL.canParse(one))) return fault(`${name} is not a URL`, '')
    if (protocols.includes(new URL(each[0]!).protocol)) return value.replace(/\/$/, '')
    return fault(`${name} must begin with ${protocols.map((p) => `${p}//`).join(' or ')}`, '')
  }
  const checkSecret = (name: string, value: string, leastCharacters: number): string => {
    if (value === unreadable || value.length >= leastCharacters) return value
    return fault(`${name} must have at least ${leastCharacters} characters`, '')
  }
  return {
    faults,
    text: (name: string, otherwise: string) => get(name) ?? otherwise,
    list: (name: string) => get(name)?.split(/[\s,]+/) ?? [],
    whole(name: string, otherwise: number, least: number, most: number): number {
      const value = get(name)
      if (value === undefined) return otherwise
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= least && number <= most) return number
      return fault(`${name} is "${value}", but must be a whole number from ${least} to ${most}`, otherwise)
    },
    /** A part of all, from 0 to 1. */
    share(name: string, otherwise: number): number {
      const value = get(name)
      if (value === undefined) return otherwise
      if (/^[\d.]+$/.test(value) && Number(value) >= 0 && Number(value) <= 1) return Number(value)
      return fault(`${name} is "${value}", but must be a number from 0 to 1`, otherwise)
    },
    oneOf<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
      const value = get(name) ?? otherwise
      const found = choices.find((choice) => choice === value)
      return found ?? fault(`${name} is "${value}", but must be one of ${choices.join(', ')}`, otherwise)
    },
    url(name: string, protocols: string[], otherwise?: string): string {
      const value = getKept(name) ?? otherwise
      return value === undefined ? fault(`${name} is not set`, '') : parseUrl(name, value, protocols)
    },
    urls(name: string, protocols: string[]): string[] {
      const value = getKept(name)
      if (value === undefined) return fault(`${name} is not set`, [])
      return value.split(/[\s,]+/).map((one) => parseUrl(name, one, protocols))
    },
    ports(name: string, otherwise: number[]): number[] {
      const ports = this.list(name).map(Number)
      const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536
      if (!ports.every(isPort)) return fault(`${name} must be whole numbers from 1 to 65535`, otherwise)
      return ports.length > 0 ? ports : otherwise
    },
    networks(name: string): string[] {
      const networks = this.list(name)
      const wrong = networks.filter((network) => !isNetwork(network))
      return wrong.length > 0
        ? fault(`${name} has "${wrong[0]}", which is no network like 10.1.0.0/16`, [])
        : networks
    },
    /** As browsers name them: scheme, host and port, and nothing behind. */
    origins(name: string): string[] {
      const origins = this.list(name)
      const wrong = origins.find(
        (one) => !/^https?:[^*]+$/.test(one) || !URL.canParse(one) || new URL(one).origin !== one,
      )
      return wrong === undefined
        ? origins
        : fault(
            `${name} has "${wrong}", which is no origin like https://portal.example; name each, without a path`,
            [],
          )
    },
    optionalUrl(name: string, protocols: string[]): string | undefined {
      const value = getKept(name)
      return value === undefined ? undefined : parseUrl(name, value, protocols)
    },
    optionalSecret(name: string, leastCharacters: number): string | undefined {
      const value = getKept(name)
      return value === undefined ? undefined : checkSecret(name, value, leastCharacters)
    },
    secrets(name: string, leastCharacters: number): string[] {
      const lines = getKept(name)?.split('\n') ?? []
      return lines.map((line) => checkSecret(name, line.trim(), leastCharacters)).filter(Boolean)
    },
    secret(name: string, leastCharacters: number): string {
      const value = getKept(name)
      if (value !== undefined) return checkSecret(name, value, leastCharacters)
      return fault(`${name} is not set (or ${name}_FILE, the path of a file that holds it)`, '')
    },
  }
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? []
  return isIP(address) > 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}
