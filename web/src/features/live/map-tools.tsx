// The tools of the live map, below the zoom buttons.

import { ActionIcon, Stack, Tooltip } from '@mantine/core'
import { IconCurrentLocation, IconFocusCentered, IconRulerMeasure } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { canLocate, locate, stopLocating, useOwnPosition } from '../../ui/own-position.ts'
import { LayersMenu } from './layers-menu.tsx'
import styles from './map-tools.module.css'

interface MapToolsProps {
  isMeasuring: boolean
  onFit(): void
  onMeasure(): void
}

export function MapTools({ isMeasuring, onFit, onMeasure }: MapToolsProps) {
  const { t } = useTranslation('live')
  const { kind } = useOwnPosition()
  const isLocating = kind === 'searching' || kind === 'found'
  return (
    <Stack gap={8} className={styles.tools ?? ''} role="group" aria-label={t('tools.label')}>
      <Tool label={t('tools.fit')} onClick={onFit}>
        <IconFocusCentered size={18} />
      </Tool>
      <LayersMenu />
      <Tool label={t('tools.ruler')} isOn={isMeasuring} onClick={onMeasure}>
        <IconRulerMeasure size={18} />
      </Tool>
      {canLocate && (
        <Tool label={t('tools.ownPosition')} isOn={isLocating} onClick={isLocating ? stopLocating : locate}>
          <IconCurrentLocation size={18} />
        </Tool>
      )}
    </Stack>
  )
}

interface ToolProps {
  label: string
  isOn?: boolean
  onClick(): void
  children: ReactNode
}

function Tool({ label, isOn, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label} position="left" openDelay={400}>
      <ActionIcon
        className={styles.tool ?? ''}
        variant={isOn ? 'filled' : 'default'}
        aria-label={label}
        {...(isOn !== undefined && { 'aria-pressed': isOn })}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
