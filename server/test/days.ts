// Days that start in unusual ways, written by hand from the IANA time zone rules.

export interface Day {
  description: string
  zone: string
  date: string
  /** The first millisecond of the date in the zone. */
  beginsAt: string
}

export const days: Day[] = [
  { description: 'an ordinary day', zone: 'UTC', date: '2026-12-01', beginsAt: '2026-12-01T00:00:00.000Z' },
  {
    description: 'the first zone to have a day',
    zone: 'Pacific/Kiritimati',
    date: '2026-11-20',
    beginsAt: '2026-11-19T10:00:00.000Z',
  },
  {
    description: 'the last zone to have a day',
    zone: 'Pacific/Midway',
    date: '2026-11-20',
    beginsAt: '2026-11-20T11:00:00.000Z',
  },
  {
    description: 'half an hour off',
    zone: 'Asia/Kolkata',
    date: '2026-12-01',
    beginsAt: '2026-11-30T18:30:00.000Z',
  },
  {
    description: 'after a day of 23 hours',
    zone: 'Europe/Madrid',
    date: '2026-03-30',
    beginsAt: '2026-03-29T22:00:00.000Z',
  },
  {
    description: 'after a day of 25 hours',
    zone: 'Europe/Madrid',
    date: '2026-10-26',
    beginsAt: '2026-10-25T23:00:00.000Z',
  },
  {
    description: 'after a day of 23 and a half hours',
    zone: 'Australia/Lord_Howe',
    date: '2026-10-05',
    beginsAt: '2026-10-04T13:00:00.000Z',
  },
  {
    description: 'no midnight: 00:00 is 01:00',
    zone: 'Africa/Cairo',
    date: '2026-04-24',
    beginsAt: '2026-04-23T22:00:00.000Z',
  },
  {
    description: 'no midnight: 00:00 is 01:00',
    zone: 'America/Santiago',
    date: '2026-09-06',
    beginsAt: '2026-09-06T04:00:00.000Z',
  },
  {
    description: 'no midnight: 00:00 is 01:00',
    zone: 'Asia/Beirut',
    date: '2026-03-29',
    beginsAt: '2026-03-28T22:00:00.000Z',
  },
  {
    description: 'no midnight: 00:00 is 01:00',
    zone: 'America/Havana',
    date: '2026-03-08',
    beginsAt: '2026-03-08T05:00:00.000Z',
  },
  {
    description: 'no midnight: 00:00 is 01:00',
    zone: 'Atlantic/Azores',
    date: '2026-03-29',
    beginsAt: '2026-03-29T01:00:00.000Z',
  },
  {
    description: 'two midnights: 01:00 is 00:00 again',
    zone: 'America/Havana',
    date: '2026-11-01',
    beginsAt: '2026-11-01T04:00:00.000Z',
  },
  {
    description: 'two midnights: 01:00 is 00:00 again',
    zone: 'Atlantic/Azores',
    date: '2026-10-25',
    beginsAt: '2026-10-25T00:00:00.000Z',
  },
  {
    description: 'the last hour of the previous day repeats',
    zone: 'America/Nuuk',
    date: '2026-10-25',
    beginsAt: '2026-10-25T02:00:00.000Z',
  },
  {
    description: 'the last hour of the previous day is skipped',
    zone: 'America/Nuuk',
    date: '2026-03-29',
    beginsAt: '2026-03-29T01:00:00.000Z',
  },
]
