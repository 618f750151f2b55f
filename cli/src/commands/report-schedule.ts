// Reports that are sent by e-mail on a schedule.

import type { ReportSchedule } from '@rastro/client'
import { Argument, Command, Option } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { printList, timeOf } from '../listing.ts'
import { gathered } from '../options.ts'
import { print } from '../output.ts'
import { requireConsent } from '../prompt.ts'
import { formats, reports, weekdays } from '../report-choices.ts'
import type { WorkingHoursOptions } from '../working-hours.ts'
import { withWorkingHours, workingHoursOf } from '../working-hours.ts'

const periods = ['yesterday', 'lastWeek', 'lastMonth'] as const
const lastDay = 31
const scheduleWords = 'rsc_…'

const scheduleColumns = {
  id: ({ id }: ReportSchedule) => id,
  name: ({ name }: ReportSchedule) => name,
  report: ({ request }: ReportSchedule) => request.report,
  rhythm: ({ rhythm, time }: ReportSchedule) => `${describeRhythm(rhythm)} ${time}`,
  period: ({ period }: ReportSchedule) => period,
  recipients: ({ recipients }: ReportSchedule) => recipients.length,
  next: ({ nextRunAt }: ReportSchedule) => timeOf(nextRunAt),
  stopped: ({ stopped }: ReportSchedule) => stopped?.reason ?? null,
}

function describeRhythm(rhythm: ReportSchedule['rhythm']): string {
  if (rhythm.every === 'daily') return 'daily'
  return rhythm.every === 'weekly' ? rhythm.weekday : `day ${rhythm.day}`
}

const list = () =>
  asClient(new Command('list'))
    .description('list report schedules')
    .action((options: ClientOptions) =>
      connected(options, async (rastro) => {
        const pages = schedulesOf(rastro.pages('/api/reportSchedules', { query: { limit: 200 } }))
        await printList(options, pages, scheduleColumns, 'No report schedules.')
      }),
    )

async function* schedulesOf(
  pages: AsyncIterable<{ reportSchedules: ReportSchedule[] }>,
): AsyncGenerator<ReportSchedule[]> {
  for await (const { reportSchedules } of pages) yield reportSchedules
}

interface CreateOptions extends ClientOptions, WorkingHoursOptions {
  name: string
  on: string
  at: string
  period: (typeof periods)[number]
  format: (typeof formats)[number][]
  recipient: string[]
  language?: 'en' | 'es' | 'pt'
  sendEmpty?: boolean
}

const create = () =>
  asClient(withWorkingHours(new Command('create')))
    .description('send a report by e-mail every day, week or month')
    .addArgument(new Argument('<report>', 'see: rastro report types').choices(reports))
    .requiredOption('--name <name>', 'part of the subject')
    .requiredOption('--on <day>', 'daily, a weekday such as monday, a day of the month, or last')
    .requiredOption('--at <time>', 'such as 07:00, in the time zone of the account')
    .addOption(new Option('--period <period>', 'what is reported').choices(periods).makeOptionMandatory())
    .addOption(
      new Option('--format <format>', 'of the file (may be repeated)')
        .choices(formats)
        .argParser(gathered)
        .makeOptionMandatory(),
    )
    .requiredOption('--recipient <contact>', 'con_…, verified (may be repeated)', gathered)
    .addOption(new Option('--language <language>', 'of the report').choices(['en', 'es', 'pt']))
    .option('--send-empty', 'also send a report without rows')
    .action((report: (typeof reports)[number], options: CreateOptions) =>
      connected(options, async (rastro) => {
        const { name, at, period, format, recipient, language, sendEmpty = false } = options
        const { reportSchedule } = await rastro.post('/api/reportSchedules', {
          body: {
            name,
            request: { report, ...workingHoursOf(options), ...(language && { language }) },
            formats: format,
            rhythm: rhythmOf(options.on),
            time: at,
            period,
            recipients: recipient,
            sendsEmpty: sendEmpty,
          },
        })
        const next = timeOf(reportSchedule.nextRunAt)
        print(options, reportSchedule, `Created ${reportSchedule.id}. The next report is sent ${next}.`)
      }),
    )

function rhythmOf(text: string): ReportSchedule['rhythm'] {
  if (text === 'daily') return { every: 'daily' }
  const weekday = weekdays.find((one) => one === text)
  if (weekday) return { every: 'weekly', weekday }
  if (text === 'last') return { every: 'monthly', day: 'last' }
  const day = Number(text)
  if (Number.isInteger(day) && day >= 1 && day <= lastDay) return { every: 'monthly', day }
  throw new UsageError('--on is daily, a weekday such as monday, a day of the month from 1 to 31, or last.')
}

const remove = () =>
  asClient(new Command('delete').option('--yes', 'skip confirmation'))
    .description('delete a report schedule')
    .argument('<schedule>', scheduleWords)
    .action((scheduleId: string, options: ClientOptions & { yes?: boolean }) =>
      connected(options, async (rastro) => {
        await requireConsent(`Delete the report schedule ${scheduleId}?`, options)
        await rastro.delete('/api/reportSchedules/{scheduleId}', { path: { scheduleId } })
        print(options, { deleted: scheduleId }, `Deleted ${scheduleId}`)
      }),
    )

const test = () =>
  asClient(new Command('test'))
    .description('send the report to your own verified e-mail address, now')
    .argument('<schedule>', scheduleWords)
    .action((scheduleId: string, options: ClientOptions) =>
      connected(options, async (rastro) => {
        const { reportScheduleRun } = await rastro.post('/api/reportSchedules/{scheduleId}/test', {
          path: { scheduleId },
        })
        const { from, to } = reportScheduleRun.period
        print(
          options,
          reportScheduleRun,
          `The report from ${from} to ${to} is being written and sent to you.`,
        )
      }),
    )

export function reportScheduleCommand(): Command {
  return new Command('schedule')
    .description('reports by e-mail, every day, week or month')
    .addCommand(list())
    .addCommand(create())
    .addCommand(remove())
    .addCommand(test())
}
