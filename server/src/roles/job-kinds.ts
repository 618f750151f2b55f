// Every kind of job there is. The queues are made when the database is migrated.

import { housekeeping } from '../features/auth/auth.jobs.ts'
import { deleteHistory } from '../features/devices/device.jobs.ts'
import { forgetRepeats } from '../features/notifications/repeat.jobs.ts'
import { contactCode } from '../features/notifications/verification.jobs.ts'
import { keepPartitions } from '../features/recorder/retention.jobs.ts'
import { forgetDeliveries } from '../features/webhooks/housekeeping.jobs.ts'
import type { JobKind } from '../platform/jobs/jobs.ts'

export const jobKinds = [
  housekeeping,
  keepPartitions,
  deleteHistory,
  contactCode,
  forgetRepeats,
  forgetDeliveries,
] as JobKind<object>[]
