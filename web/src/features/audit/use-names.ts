// The names behind the identifiers in the audit log: from the changes themselves, from the fleet, and from the lists that
// the user may read. What was deleted long ago keeps its identifier.

import type { Alert, AuditChange } from '@rastro/client'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { describeAlert } from '../../ui/alert-text.ts'
import { useDeviceNames } from '../../ui/use-device-names.ts'
import { useFormat } from '../../ui/use-format.ts'
import { nameIn } from './difference.ts'
import { idsIn } from './readable.ts'

const staleTime = 300_000
const query = { limit: 1_000 }

interface Named {
  id: string
  name: string
}

const lists: Record<string, () => Promise<readonly Named[]>> = {
  grp: async () => (await rastro.get('/api/groups', { query })).groups,
  usr: async () => (await rastro.get('/api/users', { query })).users,
  con: async () => (await rastro.get('/api/contacts', { query })).contacts,
  rul: async () => (await rastro.get('/api/alertRules', { query })).alertRules,
  geo: async () => (await rastro.get('/api/geofences', { query })).geofences,
  drv: async () => (await rastro.get('/api/drivers', { query })).drivers,
  whk: async () => (await rastro.get('/api/webhooks', { query })).webhooks,
  shr: async () => (await rastro.get('/api/shares', { query })).shares,
  ing: async () => (await rastro.get('/api/ingestKeys')).ingestKeys,
  key: async () => (await rastro.get('/api/apiKeys')).apiKeys,
}

const prefixOf = (id: string) => id.slice(0, id.indexOf('_'))

export function useNames(changes: readonly AuditChange[]): (id: string) => string | undefined {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const ids = useMemo(() => idsIn(changes), [changes])
  const known = useMemo(() => namesIn(changes), [changes])
  const unknown = ids.filter((id) => !known.has(id))
  const listed = useQueries({
    queries: [...new Set(unknown.map(prefixOf))].flatMap((prefix) => {
      const queryFn = lists[prefix]
      return queryFn ? [{ queryKey: ['audit', 'names', prefix], staleTime, queryFn }] : []
    }),
    combine: (answers) =>
      new Map(answers.flatMap(({ data = [] }) => data.map(({ id, name }): [string, string] => [id, name]))),
  })
  const alerts = useQueries({
    queries: ids
      .filter((id) => prefixOf(id) === 'alt')
      .map((alertId) => ({
        queryKey: ['audit', 'alert', alertId],
        staleTime,
        queryFn: (): Promise<Alert> => rastro.get('/api/alerts/{alertId}', { path: { alertId } }),
      })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }): [string, Alert][] => (data ? [[data.id, data]] : []))),
  })
  const deviceIds = [...ids, ...alerts.values().map(({ deviceId }) => deviceId)]
  const deviceName = useDeviceNames(deviceIds.filter((id) => prefixOf(id) === 'dev'))
  return (id) => {
    const alert = alerts.get(id)
    if (alert) return `${describeAlert(alert, t, format)}, ${deviceName(alert.deviceId) ?? alert.deviceId}`
    return deviceName(id) ?? listed.get(id) ?? known.get(id)
  }
}

/** The newest name of each object in the changes; also of deleted ones. */
function namesIn(changes: readonly AuditChange[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { targetId, before, after, userId, userName } of changes) {
    const name = nameIn(before, after)
    if (name !== undefined && !names.has(targetId)) names.set(targetId, name)
    if (userId && userName && !names.has(userId)) names.set(userId, userName)
  }
  return names
}
