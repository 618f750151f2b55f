import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'

const icons = {
  pending: IconClock,
  verified: IconCircleCheck,
  lapsed: IconAlertTriangle,
  withdrawn: IconAlertTriangle,
}

/** Whether DNS has the records of a host or a sender. */
export function ProofState({ state, label }: { state: keyof typeof icons; label: string }) {
  const Icon = icons[state]
  return (
    <Badge variant="default" tt="none" leftSection={<Icon size={13} />}>
      {label}
    </Badge>
  )
}
