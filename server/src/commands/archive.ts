// `rastro archive`: the archive of locations, by hand.

import { printList, timeOf } from '@rastro/cli/listing'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { requireConsent } from '@rastro/cli/prompt'
import { Command } from 'commander'
import { ConfigError } from '../config/config.ts'
import { openArchiveStore } from '../features/archive/archive.api.ts'
import type { ArchiveFailure } from '../features/archive/status.api.ts'
import {
  forgetArchivedObject,
  listArchivedWeeks,
  listArchiveFailures,
} from '../features/archive/status.api.ts'
import type { ObjectStore } from '../platform/objects/object-store.types.ts'
import type { OperatorContext } from './operator.ts'
import { asOperator } from './operator.ts'

type Week = Awaited<ReturnType<typeof listArchivedWeeks>>[number]

const status = new Command('status')
  .description('list the weeks that are archived, or about to be')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const columns = {
      week: ({ week }: Week) => week,
      class: ({ class: name }: Week) => name,
      locations: ({ locations }: Week) => String(locations ?? ''),
      objects: ({ objects }: Week) => String(objects),
      mb: ({ bytes }: Week) => (bytes / 1e6).toFixed(1),
      archived: ({ archivedAt }: Week) => (archivedAt ? timeOf(archivedAt.toISOString()) : 'not yet'),
      partition: ({ droppedAt }: Week) => (droppedAt ? 'dropped' : 'kept'),
    }
    await asOperator((ctx) => {
      const pages = (async function* () {
        yield await listArchivedWeeks(ctx)
      })()
      return printList(options, pages, columns, 'No week is archived.')
    })
  })

const run = new Command('run')
  .description(
    'archive the weeks that are due, drop those that were archived before, merge late locations, and rewrite objects',
  )
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const done = await asOperator(async (ctx) => {
      await requireStore(ctx)
      const { archiveNow } = await import('../features/archive/archive-now.api.ts')
      return archiveNow(ctx.config, ctx.log, ctx.now, { isAtOnce: true })
    })
    const { weeks, locations, dropped, rewritten, removed, mergedLocations, failed, isBusy } = done
    if (isBusy) process.exitCode = 1
    print(
      options,
      done,
      isBusy
        ? 'Another process is archiving: nothing was done.'
        : `${weeks} weeks with ${locations} locations archived, ${dropped} dropped; ${mergedLocations} late locations merged; ${rewritten} objects rewritten, ${removed} removed${failed > 0 ? `; ${failed} failed: see rastro archive failures` : ''}`,
    )
    if (failed > 0) process.exitCode = 1
  })

const verify = new Command('verify')
  .description('read every object, and compare it with the manifest')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const found = await asOperator(async (ctx) => {
      const store = await requireStore(ctx)
      const { verifyArchive } = await import('../features/archive/verify.api.ts')
      return verifyArchive(ctx, store)
    })
    const { objects, locations, damaged, orphans } = found
    print(
      options,
      found,
      [
        `${objects} objects with ${locations} locations are intact`,
        ...damaged.map(({ key, reason }) => `damaged: ${key}: ${reason}`),
        ...orphans.map((key) => `not in the manifest: ${key}`),
      ].join('\n'),
    )
    if (damaged.length > 0) process.exitCode = 1
  })

const failures = new Command('failures')
  .description('list the weeks and objects that failed, and when each is tried again')
  .option('--json', 'print JSON')
  .action(async (options: Printing) => {
    const columns = {
      step: ({ step }: ArchiveFailure) => step,
      of: ({ subject }: ArchiveFailure) => subject,
      times: ({ failures: times }: ArchiveFailure) => String(times),
      since: ({ failedSince }: ArchiveFailure) => timeOf(failedSince.toISOString()),
      'next try': ({ retryAt }: ArchiveFailure) => timeOf(retryAt.toISOString()),
      reason: ({ reason }: ArchiveFailure) => reason,
    }
    await asOperator((ctx) => {
      const pages = (async function* () {
        yield await listArchiveFailures(ctx)
      })()
      return printList(options, pages, columns, 'Nothing has failed.')
    })
  })

const forget = new Command('forget')
  .description(
    'give up the locations of an object that is lost, so that reads and erasures of its accounts go on',
  )
  .argument('<key>', 'such as class=2/week=2026-11-02/part-00001.parquet')
  .option('--yes', 'skip confirmation')
  .option('--json', 'print JSON')
  .action(async (key: string, options: Printing & { yes?: true }) => {
    await requireConsent(`Forget the locations of ${key}, and remove the object?`, options)
    const forgotten = await asOperator((ctx) => forgetArchivedObject(ctx, key))
    print(options, forgotten, `${forgotten.locations} locations forgotten`)
  })

async function requireStore({ config }: OperatorContext): Promise<ObjectStore> {
  const store = await openArchiveStore(config.history)
  if (!store) throw new ConfigError(['RASTRO_ARCHIVE_KIND is "off": see docs/history.md'])
  return store
}

export const archiveCommand = new Command('archive')
  .description('the archive of locations outside the database')
  .addCommand(status)
  .addCommand(run)
  .addCommand(verify)
  .addCommand(failures)
  .addCommand(forget)
