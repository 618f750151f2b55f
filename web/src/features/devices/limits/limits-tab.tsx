// Daily limits and expiry of a device.

import { Stack } from '@mantine/core'
import { useMay } from '../../../session/use-me.ts'
import type { DeviceRecord } from '../device-record.ts'
import { DayCounters } from './day-counters.tsx'
import { LimitsForm } from './limits-form.tsx'
import { Reactivate } from './reactivate.tsx'

export function LimitsTab({ record }: { record: DeviceRecord }) {
  const mayLimit = useMay()('devices.limits')
  return (
    <Stack gap="xl">
      {record.device.state === 'expired' && <Reactivate record={record} mayLimit={mayLimit} />}
      <DayCounters device={record.device} />
      <LimitsForm record={record} mayLimit={mayLimit} />
    </Stack>
  )
}
