// A severity by shape and colour: octagon, triangle, circle. Always used beside a text.

import type { Alert } from '@rastro/client'
import { IconAlertOctagonFilled, IconAlertTriangleFilled, IconInfoCircleFilled } from '@tabler/icons-react'

export type Severity = Alert['severity']
export const severities: Severity[] = ['critical', 'warning', 'info']

export const severityColors: Record<Severity, string> = {
  critical: '#d92d20',
  warning: '#c77700',
  info: '#3b78d8',
}
const icons = {
  critical: IconAlertOctagonFilled,
  warning: IconAlertTriangleFilled,
  info: IconInfoCircleFilled,
} satisfies Record<Severity, unknown>

export function SeverityIcon({ severity, size = 18 }: { severity: Severity; size?: number }) {
  const Icon = icons[severity]
  return <Icon size={size} color={severityColors[severity]} aria-hidden />
}
