// How grave something is, by shape and colour: an octagon, a triangle, a circle. A word always stands beside it.

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
