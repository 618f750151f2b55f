// The working hours of the report of work time, as options.

import type { Command } from 'commander'
import { Option } from 'commander'
import { UsageError } from './failure.ts'
import { gathered } from './options.ts'
import { weekdays } from './report-choices.ts'

type Weekday = (typeof weekdays)[number]

export interface WorkingHoursOptions {
  workingDay?: Weekday[]
  workingHours?: string
}

const shape = /^(\d\d:\d\d)-(\d\d:\d\d)$/

export function withWorkingHours(command: Command): Command {
  return command
    .option('--working-hours <from-to>', 'such as 07:00-19:00, for the report workTime')
    .addOption(
      new Option('--working-day <day>', 'such as monday, for the report workTime (may be repeated)')
        .choices(weekdays)
        .argParser((value: string, before: Weekday[] | undefined) => {
          if (!weekdays.some((day) => day === value))
            throw new UsageError('--working-day is a day such as monday.')
          return gathered(value, before) as Weekday[]
        }),
    )
}

/** Those of the report where an option is absent. */
export function workingHoursOf({ workingDay, workingHours }: WorkingHoursOptions): {
  workingHours?: { days: Weekday[]; from: string; to: string }
} {
  if (workingDay === undefined && workingHours === undefined) return {}
  const [, from, to] = shape.exec(workingHours ?? '07:00-19:00') ?? []
  if (from === undefined || to === undefined) {
    throw new UsageError('--working-hours is a start and an end, such as 07:00-19:00.')
  }
  return { workingHours: { days: workingDay ?? weekdays.slice(0, 5), from, to } }
}
