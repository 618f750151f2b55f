// What checks of PostgreSQL have in common: each question is asked once.

import { askOnce } from './findings.ts'
import type { Setting } from './postgres.queries.ts'
import * as queries from './postgres.queries.ts'

export const askServer = askOnce(({ db }) => queries.findServer(db.directory))

const askSettings = askOnce(async ({ db }) => {
  const settings = await queries.listSettings(db.directory)
  return new Map(settings.map((one) => [one.name, one]))
})

export async function askSetting(patient: Parameters<typeof askSettings>[0], name: string): Promise<Setting> {
  return (await askSettings(patient)).get(name) ?? { name, setting: '', source: 'default' }
}
