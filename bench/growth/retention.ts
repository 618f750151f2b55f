// The cost of dropping an expired week: that of dropping a table, however many rows it has.

import type pg from 'pg'
import { dropOldPartitions } from '../../server/src/features/recorder/retention.queries.ts'
import type { Installation } from '../installation.ts'
import type { Cost } from './cost.ts'
import { measureRound, medianOf } from './cost.ts'
import { dayMs, fillOldDay } from './fill.ts'
import type { Reader } from './operations.ts'

const drops = 3
const keptDays = 90

/** Every device has a day in each of the three oldest weeks; then the clock advances a week, three times. */
export async function measureDrops(
  superuser: pg.Client,
  { open }: Installation,
  { numbers }: Reader,
): Promise<Cost> {
  const costs: Cost[] = []
  for (let drop = 0; drop < drops; drop += 1) {
    const monday = await findOldestWeek(superuser)
    await fillOldDay(superuser, monday, { first: numbers[0]!, last: numbers.at(-1)! })
    await superuser.query('checkpoint')
    const at = new Date(monday.getTime() + (7 + keptDays + 1) * dayMs)
    const once = () => dropOldPartitions(open.ctx.db.directory, at)
    costs.push(await measureRound(superuser, [process.pid], { name: 'drop a week', times: 1, once }, 0))
  }
  return medianOf(costs)
}

async function findOldestWeek(superuser: pg.Client): Promise<Date> {
  const { rows } = await superuser.query(
    `select min(right(relname, 8)) as day from pg_class where relname ~ '^locations_short_\\d{8}$' and relkind = 'r'`,
  )
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(rows[0].day)!
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
}
