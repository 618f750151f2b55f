// Every kind of job there is. The queues are made when the database is migrated.

import { housekeeping } from '../features/access/access.jobs.ts'
import { forgetHistory, keepPartitions } from '../features/locations/history.jobs.ts'
import { forgetRepeats } from '../features/notifications/repeat.jobs.ts'
import { contactCode } from '../features/notifications/verification.jobs.ts'
import { forgetDeliveries } from '../features/webhooks/housekeeping.jobs.ts'
import type { JobKind } from '../platform/jobs.ts'

export const jobKinds = [
  housekeeping,
  keepPartitions,
  forgetHistory,
  contactCode,
  forgetRepeats,
  forgetDeliveries,
] as JobKind<object>[]
