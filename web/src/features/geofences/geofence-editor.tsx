// Creates or edits a geofence: its name, and its shape by drawing or by numbers.

import { Button, Group, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { Geofence } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shape } from '../../live/shape.ts'
import { rounded } from '../../live/shape-middle.ts'
import { shapeOf } from '../../map/layers/geofence-shape.ts'
import { useShapeColor } from '../../map/layers/use-shape-color.ts'
import { useMap } from '../../map/use-map.tsx'
import { useDraft } from '../../ui/draft.ts'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { Place } from '../../ui/leave-guard.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useInitialView } from '../../ui/use-initial-view.ts'
import { ColorField } from './color-field.tsx'
import { toDrawn } from './drawn-features.ts'
import styles from './geofences.module.css'
import { GeofencesMap } from './geofences-map.tsx'
import type { Tool } from './geofences-search.ts'
import { InsideNow } from './inside-now.tsx'
import type { About, Faults } from './save-geofence.ts'
import { faultsOf, fromTags, saveGeofence } from './save-geofence.ts'
import { ShapeFields } from './shape-fields.tsx'
import { useShapeSteps } from './shape-steps.ts'
import { ShapeTools } from './shape-tools.tsx'
import { useFlyTo, useLookAt } from './use-fly-to.ts'
import { useGeofences } from './use-geofences.ts'
import { useSizeOf } from './use-size-of.ts'

const DrawingLayer = lazy(async () => ({ default: (await import('./drawing-layer.tsx')).DrawingLayer }))
const DraftLayer = lazy(async () => ({ default: (await import('./draft-layer.tsx')).DraftLayer }))
const defaultRadiusM = 100

/** An existing geofence is edited at the path where it is shown. */
const isLeaving = (from: Place, to: Place) =>
  from.pathname !== to.pathname || ('edit' in from.search && !('edit' in to.search))

interface GeofenceEditorProps {
  /** Absent for a new one. */
  geofence?: Geofence
  tool: Tool | undefined
  onTool(tool: Tool | undefined): void
  onSaved(id: string): void
  onCancel(): void
}

export function GeofenceEditor({ geofence, tool, onTool, onSaved, onCancel }: GeofenceEditorProps) {
  const { t } = useTranslation('geofences')
  const queries = useQueryClient()
  const flyTo = useFlyTo()
  const { data: all = [] } = useGeofences()
  const draft = useDraft<About & { shape: Shape | undefined }>(`geofence:${geofence?.id ?? 'new'}`, () => ({
    name: geofence?.name ?? '',
    description: geofence?.description ?? '',
    tags: fromTags(geofence?.tags ?? {}),
    color: geofence?.color ?? null,
    shape: geofence && shapeOf(geofence),
  }))
  const { shape, ...about } = draft.value
  const steps = useShapeSteps(shape, (shape) => draft.change({ shape }))
  const [preview, setPreview] = useState<Shape>()
  const [faults, setFaults] = useState<Faults>({})
  const nameBox = useRef<HTMLInputElement>(null)
  const { undo, redo, mayUndo, mayRedo } = steps
  const map = useMap()
  const lookAt = useLookAt()
  const sizeOf = useSizeOf()
  const usualColor = useShapeColor()
  const color = (about.color ?? usualColor) as `#${string}`
  const shown = tool ? undefined : (preview ?? shape)

  useInitialView({ isReady: geofence === undefined, geofences: all })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawn shape is no longer being dragged.
  useEffect(() => setPreview(undefined), [shape])
  useEffect(() => {
    if (geofence) lookAt(shapeOf(geofence))
  }, [geofence, lookAt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at a restored shape once.
  useEffect(() => {
    if (draft.restoredAtMs !== undefined && shape) lookAt(shape)
  }, [draft.restoredAtMs, lookAt])
  useEffect(() => nameBox.current?.focus(), [])
  useHotkeys([
    ['Escape', () => onTool(undefined)],
    ['mod+Z', () => !tool && undo()],
    ['mod+shift+Z', () => !tool && redo()],
  ])

  const draw = (next: Shape) => {
    steps.draw(next)
    setFaults(({ geometry: _geometry, radius: _radius, ...rest }) => rest)
    onTool(undefined)
  }
  const drawByNumbers = (next: Shape) => {
    draw(next)
    flyTo(next)
  }
  const change = (part: Partial<About>) => {
    draft.change(part)
    const [field] = Object.keys(part) as (keyof About)[]
    setFaults(({ [field as keyof About]: _field, ...rest }) => rest)
  }
  const saving = useMutation({
    mutationFn: (shape: Shape) => saveGeofence(geofence?.id, about, shape),
    onSuccess(saved) {
      draft.saved()
      inBackground(queries.invalidateQueries({ queryKey: ['geofences'] }))
      notifications.show({ message: t('saved', { name: saved.name }) })
      onSaved(saved.id)
    },
    onError: (error) => setFaults(faultsOf(error) ?? {}),
  })
  const save = () => {
    if (about.name.trim() === '') {
      setFaults({ name: t('faults.name') })
      return nameBox.current?.focus()
    }
    if (shape) saving.mutate(shape)
  }
  const hint = () => {
    if (tool) return t(`draw.how.${tool}`)
    if (!shape) return t('draw.choose')
    return toDrawn(shape)
      ? t(shape.geometry.type === 'Point' ? 'draw.editCircle' : 'draw.edit')
      : t('draw.byNumbers')
  }

  return (
    <>
      <Panel
        title={geofence ? t('edit.title', { name: geofence.name }) : t('new.title')}
        foot={
          <Group gap="xs" grow>
            <Button variant="default" size="xs" onClick={onCancel}>
              {t('ui:cancel')}
            </Button>
            <Button
              size="xs"
              onClick={save}
              loading={saving.isPending}
              disabled={!shape || tool !== undefined}
            >
              {t('ui:save')}
            </Button>
          </Group>
        }
      >
        <form
          className={styles.body}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <DraftNotice draft={draft} />
          <TextInput
            ref={nameBox}
            label={t('fields.name')}
            required
            maxLength={200}
            value={about.name}
            error={faults.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <ShapeTools
            tool={tool}
            onTool={onTool}
            undo={mayUndo && !tool ? undo : undefined}
            redo={mayRedo && !tool ? redo : undefined}
            hint={hint()}
          />
          {shown && (
            <>
              <Text size="sm">{sizeOf(shown)}</Text>
              <InsideNow shape={shown} />
              <ShapeFields shape={shown} onDraw={drawByNumbers} faults={faults} />
            </>
          )}
          {!shape && !tool && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                const { lng = 0, lat = 0 } = map?.getCenter().wrap() ?? {}
                const coordinates = [rounded(lng), rounded(lat)]
                drawByNumbers({ geometry: { type: 'Point', coordinates }, radiusM: defaultRadiusM })
              }}
            >
              {t('draw.typeCircle')}
            </Button>
          )}
          {saving.error && !faultsOf(saving.error) && <Failure error={saving.error} onRetry={save} />}
          <ColorField color={about.color} onChange={(color) => change({ color })} />
          <Textarea
            label={t('fields.description')}
            autosize
            minRows={1}
            maxRows={5}
            maxLength={2_000}
            value={about.description}
            error={faults.description}
            onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          />
          <TagsInput
            label={t('fields.tags')}
            description={t('fields.tagsHint')}
            maxTags={50}
            value={about.tags}
            error={faults.tags}
            onChange={(tags) => change({ tags })}
          />
        </form>
      </Panel>
      <LeaveGuard draft={draft} isLeaving={isLeaving} />
      <GeofencesMap geofences={all.filter(({ id }) => id !== geofence?.id)} isDrawing />
      <Suspense>
        <DraftLayer shape={shown} color={color} />
        <DrawingLayer
          color={color}
          tool={tool}
          shape={shape}
          defaultRadiusM={defaultRadiusM}
          onPreview={setPreview}
          onDraw={draw}
        />
      </Suspense>
    </>
  )
}
