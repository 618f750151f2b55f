// Every kind of job there is. The queues are made when the database is migrated.

import { housekeeping } from '../features/access/access.jobs.ts'
import type { JobKind } from '../platform/jobs.ts'

export const jobKinds: JobKind<object>[] = [housekeeping]
