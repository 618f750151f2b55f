// Shares the room of the location log between accounts. An account may add to the log at a limited rate, and may occupy
// it only in proportion to the room that is free: so some always stays free for the others. See decision 52.

import type { Config } from '../../config/config.ts'
import { inBackground } from '../async/in-background.ts'
import { TooManyError, UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import { createByteRate } from './byte-rate.ts'
import { createUnstored } from './unstored.ts'

export interface LogSender {
  accountId: number
  device: string
  /** Alarms have a rate of their own, and the last of the room. */
  kind: 'api' | 'tracker' | 'alarm'
}

export interface LogFill {
  bytes: number
  maxBytes: number
  /** Everything appended before is stored. */
  storedBeforeMs: number
}

export interface LogRoom {
  /**
   * Throws TooManyError if the account or device exceeds its part, UnavailableError if the log is full. Returns a promise
   * only where the log must be asked first: every location passes here.
   */
  require(sender: LogSender, bytes: number): Promise<void> | undefined
}

type Shortage = 'full' | 'account_share'

/** Parts of the log that only others may use: trackers before the API, alarms before both. */
const reserves = { api: 0.1, tracker: 0.02, alarm: 0 }
/** More than the largest request. */
const minBurstBytes = 4 * 1024 ** 2
const burstSeconds = 2
const alarmBytesPerSecond = 1_024
const alarmBurstBytes = 65_536
const lookEveryMs = 5_000
const lookAgainAfterMs = 50
const fullRetrySeconds = 30

export function createLogRoom(config: Config['bus'], log: Log, look: () => Promise<LogFill>): LogRoom {
  const rateOf = (kbPerSecond: number) =>
    createByteRate(kbPerSecond * 1_024, Math.max(minBurstBytes, kbPerSecond * 1_024 * burstSeconds))
  const accountRate = rateOf(config.locationLogAccountKbPerSecond)
  const deviceRate = rateOf(config.locationLogDeviceKbPerSecond)
  const alarmRate = createByteRate(alarmBytesPerSecond, alarmBurstBytes)
  const unstored = createUnstored()
  const partOfFree = config.locationLogAccountPercent / (100 - config.locationLogAccountPercent)
  let fill: LogFill | undefined
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let appendedBytes = 0

  function refresh(): Promise<void> {
    looking ??= look()
      .then((found) => {
        fill = found
        appendedBytes = 0
        lookedAtMs = performance.now()
        unstored.release(found.storedBeforeMs)
      })
      // Without the log nothing can be appended either.
      .catch((error) => log.debug({ err: error }, 'the room of the location log is unknown'))
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  function findShortage({ accountId, kind }: LogSender, bytes: number): Shortage | undefined {
    if (!fill) return undefined
    const freeBytes = fill.maxBytes * (1 - reserves[kind]) - fill.bytes - appendedBytes
    if (bytes > freeBytes) return 'full'
    if (kind === 'alarm') return undefined
    return unstored.of(accountId) + bytes > freeBytes * partOfFree ? 'account_share' : undefined
  }

  function admit(sender: LogSender, bytes: number): void {
    unstored.add(sender.accountId, bytes)
    appendedBytes += bytes
  }

  /** The log may have more room by now. */
  async function requireAfterLook(sender: LogSender, bytes: number): Promise<void> {
    if (!fill || performance.now() - lookedAtMs > lookAgainAfterMs) await refresh()
    const shortage = findShortage(sender, bytes)
    if (shortage) refuse(shortage)
    admit(sender, bytes)
  }

  return {
    require(given, bytes) {
      const { accountId, device } = given
      const isAlarm = given.kind === 'alarm' && alarmRate.take(device, bytes) === 0
      const sender: LogSender = given.kind === 'alarm' && !isAlarm ? { ...given, kind: 'tracker' } : given
      if (!isAlarm) {
        requireRate('device_rate', deviceRate.take(device, bytes))
        requireRate('account_rate', accountRate.take(accountId, bytes))
      }
      if (!fill || findShortage(sender, bytes)) return requireAfterLook(sender, bytes)
      if (performance.now() - lookedAtMs > lookEveryMs) inBackground({ log }, refresh())
      admit(sender, bytes)
      return undefined
    },
  }
}

function requireRate(reason: string, retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return
  metrics.logRefused.inc({ reason })
  throw new TooManyError(
    'locations.rate_exceeded',
    'The device or the account reports more than the log accepts from one of them. Retry later.',
    { retryAfterSeconds },
  )
}

function refuse(reason: Shortage): never {
  metrics.logRefused.inc({ reason })
  if (reason === 'full')
    throw new UnavailableError('the log is full', { retryAfterSeconds: fullRetrySeconds })
  throw new TooManyError(
    'locations.share_exceeded',
    'Too many locations of the account are waiting to be stored. Retry later.',
    { retryAfterSeconds: fullRetrySeconds },
  )
}
