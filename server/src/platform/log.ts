// One JSON logger. Secrets are taken out here, once, whatever room logs them.

import type { Logger } from 'pino'
import { pino } from 'pino'

export type Log = Logger

const secretPaths = ['authorization', 'cookie', 'password', 'apiKey', 'token', 'secret'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

export function createLog(level: string): Log {
  return pino({
    level,
    redact: { paths: secretPaths, censor: '(secret)' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}
