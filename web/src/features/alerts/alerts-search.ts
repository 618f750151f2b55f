import type { Severity } from '../../ui/severity.tsx'
import { severities } from '../../ui/severity.tsx'

export const alertStates = ['open', 'acknowledged', 'resolved', 'withdrawn'] as const
export type AlertState = (typeof alertStates)[number]

export interface AlertsSearch {
  /** `open` if absent. */
  state?: AlertState
  severity?: Severity
  device?: string
  /** The selected alert. */
  id?: string
}

export function validateAlertsSearch(search: Record<string, unknown>): AlertsSearch {
  const text = (name: string) =>
    typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined
  const state = alertStates.find((one) => one === search.state && one !== 'open')
  const severity = severities.find((one) => one === search.severity)
  const [device, id] = ['device', 'id'].map(text)
  return {
    ...(state && { state }),
    ...(severity && { severity }),
    ...(device && { device }),
    ...(id && { id }),
  }
}

export type SearchChange = { [K in keyof AlertsSearch]?: AlertsSearch[K] | undefined }
