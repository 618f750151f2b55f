// Trips for operators: what is waiting, recomputation from the store, and the check of a sample.

import { setTimeout as sleep } from 'node:timers/promises'
import { timeOf } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { fieldsOf, print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { Command, InvalidArgumentError } from 'commander'
import { checkNow, findLastCheck } from '../features/trips/check.api.ts'
import type { TripCheck } from '../features/trips/check.types.ts'
import {
  countRequested,
  findDeviceNumber,
  requestRecomputation,
} from '../features/trips/recomputation.api.ts'
import type { TripWork } from '../features/trips/work.api.ts'
import { findTripWork } from '../features/trips/work.api.ts'
import { InvalidError, NotFoundError } from '../platform/http/errors.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator, getAccountNumber } from './operator.ts'
import { readTime } from './read-time.ts'

const pollEveryMs = 1_000
const maxSample = 100_000

interface RecomputeOptions extends Printing {
  since: Date | 'all'
  account?: string
  device?: string
  wait?: true
}

interface Chosen {
  accountId?: number
  deviceNumber?: number
}

const recompute = new Command('recompute')
  .description('compute trips again from the stored locations; the trips role does it at its own pace')
  .requiredOption('--since <time>', 'from this day on, or "all" for everything that is kept', readSince)
  .option('--account <account>', 'acc_…, or the name of one of its users; without it all accounts')
  .option('--device <device>', 'dev_…, of the account')
  .option('--wait', 'wait until the trips role has done it')
  .option('--json', 'print JSON')
  .action(async (options: RecomputeOptions) => {
    await asOperator(async (ctx) => {
      const chosen = await findChosen(ctx, options)
      const since = options.since === 'all' ? null : options.since
      const requested = await requestRecomputation(ctx, { since, ...chosen })
      if (options.wait) await waitFor(ctx, chosen, options)
      const { devices, movingAccounts } = requested
      const moving =
        movingAccounts > 0 ? ` ${movingAccounts} accounts are being moved: repeat it afterwards.` : ''
      const done = options.wait ? 'were recomputed' : 'will be recomputed; see rastro trips status'
      print(options, requested, `The trips of ${devices} devices ${done}.${moving}`)
    })
  })

function readSince(text: string): Date | 'all' {
  if (text === 'all') return text
  try {
    return readTime(text)
  } catch {
    throw new InvalidArgumentError('Must be a date like 2026-11-15, a time, or "all".')
  }
}

async function findChosen(ctx: OperatorContext, { account, device }: RecomputeOptions): Promise<Chosen> {
  if (account === undefined) {
    if (device === undefined) return {}
    throw new InvalidError('trips.account_missing', '--device needs --account.')
  }
  const accountId = await getAccountNumber(ctx, account)
  if (device === undefined) return { accountId }
  const deviceNumber = await findDeviceNumber(ctx, accountId, device)
  if (deviceNumber !== undefined) return { accountId, deviceNumber }
  throw new NotFoundError('devices.not_found', `The account has no device "${device}".`)
}

async function waitFor(ctx: OperatorContext, chosen: Chosen, options: Printing): Promise<void> {
  const progress = startProgress('Devices', options)
  let total = 0
  for (;;) {
    const left = await countRequested(ctx, chosen)
    total = Math.max(total, left)
    progress.at(total - left, total)
    if (left === 0) break
    await sleep(pollEveryMs)
  }
  progress.end()
}

const status = new Command('status')
  .description('show what is waiting for the trips role, and the last check')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const { work, check } = await asOperator(async (ctx) => ({
      work: await findTripWork(ctx),
      check: await findLastCheck(ctx),
    }))
    print(options, { ...work, lastCheck: check ?? null }, describeStatus(work, check))
  })

function describeStatus(work: TripWork, check: TripCheck | undefined): string {
  const shown = (time: Date | null) => (time ? timeOf(time.toISOString()) : 'never')
  return fieldsOf({
    devices: String(work.devices),
    'last processed': shown(work.lastProcessedAt),
    due: String(work.dueDevices),
    'oldest due': work.oldestDueAt ? `received ${shown(work.oldestDueAt)}` : 'none',
    'to be recomputed': String(work.redoDevices),
    postponed: String(work.postponedDevices),
    'last check': check ? `${shown(check.finishedAt)}: ${describeCheck(check)}` : 'never',
  })
}

function describeCheck({ deviceDays, differing }: TripCheck): string {
  return `${deviceDays} days recomputed, ${differing} differ from what is stored`
}

const check = new Command('check')
  .description('recompute a sample of days and compare them with what is stored, as every night')
  .option('--days <number>', 'how many', readDays, 200)
  .option('--json', 'print JSON')
  .action(async (options: Printing & { days: number }) => {
    const found = await asOperator((ctx) => checkNow(ctx, options))
    const list = found.differences.map(
      ({ account, device, day, what }) => `\n  ${account} ${device} ${day}: ${what}`,
    )
    print(options, found, `${describeCheck(found)}.${list.join('')}`)
    if (found.differing > 0) process.exitCode = 1
  })

function readDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= maxSample) return days
  throw new InvalidArgumentError(`Must be a whole number from 1 to ${maxSample}.`)
}

export const tripsCommand = new Command('trips')
  .description('show the work of the trips role, recompute trips, and check them')
  .addCommand(status)
  .addCommand(recompute)
  .addCommand(check)
