// All job kinds. Their queues are created by the migration.

import { archiveHistory } from '../features/archive/archive.jobs.ts'
import { housekeeping } from '../features/auth/auth.jobs.ts'
import { deleteHistory } from '../features/devices/device.jobs.ts'
import { nightlyDoctor } from '../features/installation/installation.jobs.ts'
import { pruneRepeats } from '../features/notifications/repeat.jobs.ts'
import { contactCode } from '../features/notifications/verification.jobs.ts'
import { trimHistory } from '../features/recorder/account-history.api.ts'
import { keepPartitions } from '../features/recorder/retention.api.ts'
import { pruneDeliveries } from '../features/webhooks/housekeeping.jobs.ts'
import type { JobKind } from '../platform/jobs/jobs.ts'

export const jobKinds = [
  housekeeping,
  keepPartitions,
  deleteHistory,
  contactCode,
  pruneRepeats,
  pruneDeliveries,
  trimHistory,
  nightlyDoctor,
  archiveHistory,
] as JobKind<object>[]
