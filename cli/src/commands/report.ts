// Reports as files: requested, awaited and downloaded.

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Rastro, ReportRun, ReportType } from '@rastro/client'
import { Argument, Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected, readConnection } from '../connection.ts'
import { ClientError } from '../failure.ts'
import { idsOf } from '../finding.ts'
import { printList, timeOf } from '../listing.ts'
import { gathered, wholeFrom } from '../options.ts'
import { print } from '../output.ts'
import { formats, reports } from '../report-choices.ts'
import type { WorkingHoursOptions } from '../working-hours.ts'
import { withWorkingHours, workingHoursOf } from '../working-hours.ts'
import { reportScheduleCommand } from './report-schedule.ts'

const groupings = ['none', 'device', 'group', 'driver', 'geofence', 'trip', 'day', 'state'] as const
const dayValues = ['distance', 'tripTime', 'idle', 'engine'] as const
const pollEveryMs = 500

interface CreateOptions extends ClientOptions, WorkingHoursOptions {
  from: string
  to: string
  device?: string[]
  group?: string[]
  groupBy?: (typeof groupings)[number]
  dayValue?: (typeof dayValues)[number]
  plannedHours?: number
  minTemperature?: number
  maxTemperature?: number
  column?: string[]
  format: (typeof formats)[number]
  dialect?: 'excel' | 'rfc'
  language?: 'en' | 'es' | 'pt'
  units?: 'metric' | 'imperial' | 'nautical'
  output?: string
}

const create = () =>
  asClient(withWorkingHours(new Command('create')))
    .description('create a report, wait for it, and save its file')
    .addArgument(new Argument('<report>', 'see: rastro report types').choices(reports))
    .requiredOption('--from <day>', 'first day, such as 2026-11-01')
    .requiredOption('--to <day>', 'last day')
    .option('--device <device>', 'only this device: id, identifier or name (may be repeated)', gathered)
    .option('--group <group>', 'only devices in this group (may be repeated)', gathered)
    .addOption(new Option('--group-by <what>', 'with subtotals').choices(groupings))
    .addOption(new Option('--day-value <what>', 'in the cells of the report days').choices(dayValues))
    .option('--planned-hours <hours>', 'a day, for the report engineHours', Number)
    .option('--min-temperature <celsius>', 'lower end of the range, for the report temperature', Number)
    .option('--max-temperature <celsius>', 'upper end of the range, for the report temperature', Number)
    .option('--column <key>', 'only these columns, in this order (may be repeated)', gathered)
    .addOption(new Option('--format <format>', 'of the file').choices(formats).default('xlsx'))
    .addOption(
      new Option('--dialect <dialect>', 'of CSV: for spreadsheets or for programs').choices(['excel', 'rfc']),
    )
    .addOption(new Option('--language <language>', 'of the report').choices(['en', 'es', 'pt']))
    .addOption(new Option('--units <units>', 'of the report').choices(['metric', 'imperial', 'nautical']))
    .option('--output <file>', 'where to save it; without it under its own name, in this directory')
    .action(async (report: (typeof reports)[number], options: CreateOptions) => {
      const { url } = await readConnection(options)
      await connected(options, async (rastro) => {
        const body = { report, ...(await requestOf(rastro, options)) }
        const { reportRun } = await rastro.post('/api/reportRuns', { body })
        const run = await finished(rastro, reportRun)
        const file = options.output ?? run.fileName ?? run.id
        await save(rastro, url, run, file)
        print(options, { ...run, file }, `${file}: ${run.rows} rows, ${run.bytes} bytes`)
      })
    })

async function requestOf(rastro: Rastro, options: CreateOptions) {
  const { from, to, device, group, groupBy, column, format, dialect, language, units } = options
  const { dayValue, plannedHours, minTemperature, maxTemperature } = options
  return {
    ...{ from, to, format },
    ...(await idsOf(rastro, { devices: device, groups: group })),
    ...(groupBy && { groupBy }),
    ...(column && { columns: column }),
    ...(dayValue && { dayValue }),
    ...(plannedHours !== undefined && { plannedHoursPerDay: plannedHours }),
    ...workingHoursOf(options),
    ...(minTemperature !== undefined && { minTemperature }),
    ...(maxTemperature !== undefined && { maxTemperature }),
    ...(dialect && { dialect }),
    ...(language && { language }),
    ...(units && { units }),
  }
}

async function finished(rastro: Rastro, requested: ReportRun): Promise<ReportRun> {
  let run = requested
  while (run.state === 'queued' || run.state === 'running') {
    await wait(pollEveryMs)
    run = (await rastro.get('/api/reportRuns/{runId}', { path: { runId: run.id } })).reportRun
  }
  if (run.state === 'done') return run
  throw new ClientError(`The report is ${run.state}.${run.failure ? ` ${run.failure}` : ''}`)
}

/** A file of that name is replaced when all of it is there. */
async function save(rastro: Rastro, url: string, run: ReportRun, file: string): Promise<void> {
  const { path } = await rastro.post('/api/reportRuns/{runId}/link', { path: { runId: run.id } })
  const response = await fetch(`${url}${path}`)
  if (!response.ok || !response.body) throw new ClientError(`The download failed (${response.status}).`)
  const part = `${file}.part`
  const hash = createHash('sha256')
  try {
    await pipeline(
      Readable.fromWeb(response.body as never),
      async function* (chunks) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(part),
    )
    if (hash.digest('hex') !== run.sha256) throw new ClientError('The download is damaged. Try again.')
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}

const list = () =>
  asClient(new Command('list'))
    .description('list the reports that were created, newest first')
    .option('--limit <number>', 'at most this many; 20 if absent', wholeFrom(1))
    .action((options: ClientOptions & { limit?: number }) =>
      connected(options, async (rastro) => {
        const query = { limit: options.limit ?? 20 }
        const { reportRuns } = await rastro.get('/api/reportRuns', { query })
        await printList(options, [reportRuns], runColumns, 'No reports.')
      }),
    )

const runColumns = {
  id: ({ id }: ReportRun) => id,
  report: ({ request }: ReportRun) => request.report,
  from: ({ request }: ReportRun) => request.from,
  to: ({ request }: ReportRun) => request.to,
  format: ({ request }: ReportRun) => request.format,
  state: ({ state }: ReportRun) => state,
  rows: ({ rows }: ReportRun) => rows,
  bytes: ({ bytes }: ReportRun) => bytes,
  requested: ({ requestedAt }: ReportRun) => timeOf(requestedAt),
}

const types = () =>
  asClient(new Command('types'))
    .description('list the reports that can be created')
    .action((options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { reports: found } = await rastro.get('/api/reports')
        await printList(options, [found], typeColumns, 'None.')
      }),
    )

const typeColumns = {
  report: ({ report }: ReportType) => report,
  title: ({ title }: ReportType) => title,
  groupings: ({ groupings }: ReportType) => groupings.join(', '),
  columns: ({ columns }: ReportType) => columns.map(({ key }) => key).join(', '),
}

export function reportCommand(): Command {
  return new Command('report')
    .description('reports as files')
    .addCommand(create())
    .addCommand(list())
    .addCommand(types())
    .addCommand(reportScheduleCommand())
}
