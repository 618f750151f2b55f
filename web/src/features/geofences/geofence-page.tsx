// One geofence, in view or edit mode.

import { Loader } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shapeOf } from '../../map/layers/geofence-shape.ts'
import { useMay } from '../../session/use-me.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Panel } from '../../ui/panel.tsx'
import { GeofenceEditor } from './geofence-editor.tsx'
import { GeofencePanel } from './geofence-panel.tsx'
import styles from './geofences.module.css'
import { GeofencesMap } from './geofences-map.tsx'
import type { Tool } from './geofences-search.ts'
import { useLookAt } from './use-fly-to.ts'
import { useGeofence, useGeofences } from './use-geofences.ts'

const route = getRouteApi('/shell/geofences/$geofenceId')

export function GeofencePage() {
  const { t } = useTranslation('geofences')
  const { geofenceId } = route.useParams()
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay()
  const { data: all = [] } = useGeofences()
  const { data: geofence, error, refetch } = useGeofence(geofenceId)
  const [tool, setTool] = useState<Tool>()
  const lookAt = useLookAt()
  const isEdited = edit === true && may('geofences.manage')
  useEffect(() => {
    if (geofence && !isEdited) lookAt(shapeOf(geofence))
  }, [geofence, isEdited, lookAt])

  if (geofence && isEdited) {
    const close = () => {
      inBackground(navigate({ search: {} }))
    }
    return (
      <GeofenceEditor
        key={geofence.id}
        geofence={geofence}
        tool={tool}
        onTool={setTool}
        onSaved={close}
        onCancel={close}
      />
    )
  }
  return (
    <>
      {geofence ? (
        <GeofencePanel geofence={geofence} />
      ) : (
        <Panel title={t('title')}>
          <div className={styles.body}>
            {error ? (
              <Failure
                error={error}
                onRetry={() => {
                  inBackground(refetch())
                }}
              />
            ) : (
              <Loader size="sm" />
            )}
          </div>
        </Panel>
      )}
      <GeofencesMap geofences={all} selected={geofenceId} />
    </>
  )
}
