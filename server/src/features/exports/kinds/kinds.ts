// Everything that an export contains, and the columns that it covers.

import { accountKinds } from './account.ts'
import { alertKinds } from './alerts.ts'
import { deviceKinds } from './devices.ts'
import type { ExportedKind } from './fields.ts'
import { fleetKinds } from './fleet.ts'
import { fuelKinds } from './fuel.ts'
import { identityKinds } from './identity.ts'
import { reportKinds } from './reports.ts'
import { spendingKinds } from './spending.ts'
import { ssoKinds } from './sso.ts'
import { tripKinds } from './trips.ts'

/** In the order of the archive. */
export const exportedKinds: ExportedKind[] = [
  ...accountKinds,
  ...identityKinds,
  ...ssoKinds,
  ...deviceKinds,
  ...tripKinds,
  ...fleetKinds,
  ...fuelKinds,
  ...alertKinds,
  ...spendingKinds,
  ...reportKinds,
]

/** Exported as files of their own: `locations/` and `photos/`. */
const filesOf: Record<string, string[]> = {
  locations: [
    'fixed_at',
    'received_at',
    'latitude',
    'longitude',
    'altitude_m',
    'speed',
    'course',
    'accuracy_m',
    'satellites',
    'more',
  ],
  device_photos: ['type', 'bytes'],
}

/** As `table.column`. */
export function listExportedColumns(): string[] {
  const covered = exportedKinds.flatMap(({ table, fields }) =>
    Object.values(fields).flatMap(({ covers }) =>
      covers.map((column) => (column.includes('.') ? column : `${table}.${column}`)),
    ),
  )
  const inFiles = Object.entries(filesOf).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  )
  return [...new Set([...covered, ...inFiles])].sort()
}
