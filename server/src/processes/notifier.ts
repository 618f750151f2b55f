// The notifier process: takes jobs.

import { housekeeping } from '../features/access/access.jobs.ts'
import { keepHouse } from '../features/access/access.service.ts'
import type { Context } from '../platform/context.ts'

export async function startNotifier(ctx: Context): Promise<void> {
  await ctx.jobs.work(housekeeping, () => keepHouse(ctx))
}
