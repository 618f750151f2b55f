import { Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShapeGeometry } from '../../live/shape.ts'
import type { Fault } from './coordinates-text.ts'
import { fromText, toText } from './coordinates-text.ts'
import styles from './geofences.module.css'
import { countPositions } from './shape-edit.ts'

/** A longer text area is slow and unreadable. */
const maxShown = 2_000

interface CoordinatesFieldProps {
  kind: 'polygon' | 'corridor'
  geometry: ShapeGeometry
  fault: string | undefined
  onChange(geometry: ShapeGeometry): void
}

export function CoordinatesField({ kind, geometry, fault, onChange }: CoordinatesFieldProps) {
  const { t } = useTranslation('geofences')
  const written = toText(geometry)
  const [text, setText] = useState(written)
  const [own, setOwn] = useState<Fault>()
  // Follows dragged corners, but does not overwrite text while it is typed.
  useEffect(() => {
    setText(written)
    setOwn(undefined)
  }, [written])
  const take = () => {
    if (text === written) return
    const read = fromText(text, kind)
    if ('fault' in read) return setOwn(read.fault)
    setOwn(undefined)
    onChange(read.geometry)
  }
  const hasParts =
    geometry.type === 'MultiPolygon' || (geometry.type === 'Polygon' && geometry.coordinates.length > 1)
  if (countPositions(geometry) > maxShown) return null
  return (
    <Textarea
      label={t('fields.coordinates')}
      description={hasParts ? t('fields.coordinatesOfParts') : t('fields.coordinatesHint')}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      classNames={{ input: styles.coordinates as string }}
      value={text}
      error={own ? t(`faults.${own.what}`, { ...own }) : fault}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && take()}
    />
  )
}
