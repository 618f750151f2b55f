import type { Geofence } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDeleteWithUndo } from '../../ui/delete-with-undo.tsx'
import { inBackground } from '../../ui/in-background.ts'

/** Without a question: a toast offers to undo it. */
export function useDeleteGeofence(): (geofence: Geofence) => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation('ui')
  const remove = useDeleteWithUndo()
  return ({ id, name }) => {
    remove({
      ids: [id],
      message: t('undo.deleted', { name }),
      send: (client) => client.delete('/api/geofences/{geofenceId}', { path: { geofenceId: id } }),
      refetch: () => queries.invalidateQueries({ queryKey: ['geofences'] }),
    })
    inBackground(navigate({ to: '/geofences' }))
  }
}
