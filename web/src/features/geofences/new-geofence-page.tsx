import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useMay, useMe } from '../../session/use-me.ts'
import { inBackground } from '../../ui/in-background.ts'
import { GeofenceEditor } from './geofence-editor.tsx'
import type { Tool } from './geofences-search.ts'

const route = getRouteApi('/shell/geofences/new')

export function NewGeofencePage() {
  const { shape } = route.useSearch()
  const navigate = useNavigate()
  const choose = useCallback(
    (tool: Tool | undefined) => {
      inBackground(navigate({ to: '/geofences/new', replace: true, search: tool ? { shape: tool } : {} }))
    },
    [navigate],
  )
  const isKnown = useMe() !== undefined
  const may = useMay()('geofences.manage')
  if (isKnown && !may) return <Navigate to="/geofences" replace />
  return (
    <GeofenceEditor
      tool={shape}
      onTool={choose}
      onSaved={(geofenceId) => {
        inBackground(navigate({ to: '/geofences/$geofenceId', params: { geofenceId } }))
      }}
      onCancel={() => {
        inBackground(navigate({ to: '/geofences' }))
      }}
    />
  )
}
