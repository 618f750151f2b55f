// The shape in numbers: a keyboard alternative to dragging.

import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Shape } from '../../live/shape.ts'
import { middleOfShape, rounded } from '../../live/shape-middle.ts'
import { CoordinatesField } from './coordinates-field.tsx'
import { NumberField } from './number-field.tsx'
import type { Faults } from './save-geofence.ts'
import { kindOf, movedTo } from './shape-edit.ts'
import { useLengths } from './use-lengths.ts'

const largestRadiusM = 5_000_000
const stepM = 50
const degrees = { decimalScale: 7, allowedDecimalSeparators: ['.', ','], hideControls: true }

interface ShapeFieldsProps {
  shape: Shape
  onDraw(shape: Shape): void
  faults: Faults
}

export function ShapeFields({ shape, onDraw, faults }: ShapeFieldsProps) {
  const { t } = useTranslation('geofences')
  const lengths = useLengths()
  const kind = kindOf[shape.geometry.type]
  const [longitude, latitude] = middleOfShape(shape)
  return (
    <>
      <Group grow align="flex-start" gap="xs">
        <NumberField
          {...degrees}
          label={t('fields.latitude')}
          min={-90}
          max={90}
          value={latitude}
          error={kind === 'circle' ? faults.geometry : undefined}
          onTake={(value) => onDraw(movedTo(shape, longitude, rounded(value)))}
        />
        <NumberField
          {...degrees}
          label={t('fields.longitude')}
          min={-180}
          max={180}
          value={longitude}
          onTake={(value) => onDraw(movedTo(shape, rounded(value), latitude))}
        />
      </Group>
      {shape.radiusM !== null && (
        <NumberField
          label={t(kind === 'circle' ? 'fields.radius' : 'fields.reach')}
          suffix={` ${lengths.mark}`}
          decimalScale={lengths.digits}
          decimalSeparator={lengths.separator}
          min={lengths.shown(1)}
          max={lengths.shown(largestRadiusM)}
          step={lengths.shown(stepM)}
          value={lengths.shown(shape.radiusM)}
          error={faults.radius}
          onTake={(value) =>
            onDraw({ ...shape, radiusM: Math.min(largestRadiusM, Math.max(1, lengths.metres(value))) })
          }
        />
      )}
      {kind !== 'circle' && (
        <CoordinatesField
          key={kind}
          kind={kind}
          geometry={shape.geometry}
          fault={faults.geometry}
          onChange={(geometry) => onDraw({ ...shape, geometry })}
        />
      )}
    </>
  )
}
