// Users of the demo account. They have no password until the owner sets one.

import type { UserDocument } from '../../features/users/user.types.ts'

const spain = { country: 'ES', timeZone: 'Europe/Madrid' }

/** `groupIds` are the names of the groups. */
export const demoUsers: UserDocument[] = [
  {
    name: 'João Ferreira',
    email: 'joao@example.com',
    country: 'PT',
    timeZone: 'Europe/Lisbon',
    role: 'administrator',
  },
  {
    ...spain,
    name: 'Marta Iglesias',
    email: 'marta@example.com',
    groupIds: ['City delivery'],
    privileges: ['alerts.manage'],
  },
  {
    ...spain,
    name: 'Iker Etxeberria',
    email: 'iker@example.com',
    groupIds: ['Fishing fleet'],
    privileges: ['alerts.manage', 'reports.read'],
  },
  {
    name: 'Camila Rojas',
    email: 'camila@example.com',
    country: 'CL',
    timeZone: 'America/Santiago',
    groupIds: ['South America'],
    privileges: ['devices.edit', 'alerts.manage', 'reports.read'],
  },
]
