import { Input, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShapeColor } from '../../map/layers/use-shape-color.ts'
import { colorNames, geofenceColors } from './colors.ts'
import styles from './geofences.module.css'

interface ColorFieldProps {
  /** Null: the default. */
  color: string | null
  onChange(color: string | null): void
}

export function ColorField({ color, onChange }: ColorFieldProps) {
  const { t } = useTranslation('geofences')
  const usual = useShapeColor()
  const options = [
    { value: null, shown: usual as string, label: t('colors.default') },
    ...colorNames.map((name) => ({
      value: geofenceColors[name] as string | null,
      shown: geofenceColors[name] as string,
      label: t(`colors.${name}`),
    })),
  ]
  // A colour that another client chose.
  if (!options.some(({ value }) => value === color)) {
    options.push({ value: color, shown: color ?? usual, label: color ?? '' })
  }
  return (
    <Input.Wrapper label={t('fields.color')} labelElement="div">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would look like another form. */}
      <div className={styles.colors} role="group" aria-label={t('fields.color')}>
        {options.map(({ value, shown, label }) => (
          <UnstyledButton
            key={label}
            className={styles.color}
            style={{ background: shown }}
            aria-label={label}
            aria-pressed={value === color}
            title={label}
            onClick={() => onChange(value)}
          >
            {value === color && <IconCheck size={16} stroke={3} aria-hidden />}
          </UnstyledButton>
        ))}
      </div>
    </Input.Wrapper>
  )
}
