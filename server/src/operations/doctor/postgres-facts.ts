// Facts shared by the PostgreSQL checks, each queried once.

import { memoize } from './findings.ts'
import type { Setting } from './postgres.queries.ts'
import * as queries from './postgres.queries.ts'

export const getServer = memoize(({ db }) => queries.findServer(db.directory))

const getSettings = memoize(async ({ db }) => {
  const settings = await queries.listSettings(db.directory)
  return new Map(settings.map((one) => [one.name, one]))
})

export async function getSetting(ctx: Parameters<typeof getSettings>[0], name: string): Promise<Setting> {
  return (await getSettings(ctx)).get(name) ?? { name, setting: '', source: 'default' }
}
