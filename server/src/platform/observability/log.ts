// The JSON logger. Secrets are redacted here, for every feature.

import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'
import { currentTrace } from './tracing.ts'

export type Log = Logger

const secretNames = ['authorization', 'cookie', 'set-cookie', 'password', 'apiKey', 'token', 'secret']
const secretPaths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

export function createLog(level: string, to: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      redact: { paths: secretPaths, censor: '(secret)' },
      formatters: { level: (label) => ({ level: label }) },
      mixin: currentTrace,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to,
  )
}
