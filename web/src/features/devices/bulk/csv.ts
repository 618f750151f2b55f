// Devices as CSV, with the columns that the import accepts.

import type { Device } from '@rastro/client'

const fields = [
  'name',
  'description',
  'identifier',
  'phoneNumber',
  'model',
  'vehicleType',
  'licensePlate',
  'driverName',
  'driverPhone',
  'protocol',
] as const

export function toCsv(devices: Device[], groupNames: Map<string, string>): string {
  const tags = [...new Set(devices.flatMap((device) => Object.keys(device.tags)))].sort()
  const header = [
    ...fields,
    'group',
    'expirationDate',
    'dailyEmailLimit',
    'dailySmsLimit',
    ...tags.map((tag) => `tag.${tag}`),
  ]
  const rows = devices.map(({ groups, limits, ...device }) => [
    ...fields.map((field) => device[field]),
    groups.map((id) => groupNames.get(id) ?? id).join('; '),
    limits.expires ? limits.expirationDate : null,
    limits.dailyEmailLimit,
    limits.dailySmsLimit,
    ...tags.map((tag) => device.tags[tag]),
  ])
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** Text that a spreadsheet would run as a formula is escaped; phone numbers and numbers stay as they are. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const isFormula = /^[=@\t\r]|^[+-](?![\d\s()./-]*$)/.test(value)
  const text = isFormula ? `'${value}` : value
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
