// The floating panel beside the map, shared by device list, history, alerts and geofences. On a phone it is a sheet
// with three heights.

import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePanelPadding } from '../map/use-panel-padding.ts'
import styles from './panel.module.css'
import { SheetGrip } from './sheet-grip.tsx'
import { useSheet } from './use-sheet.ts'
import { useTitle } from './use-title.ts'

export interface PanelProps {
  title: string
  /** Beside the title, at the end of its row. */
  aside?: ReactNode
  /** Below the title; does not scroll. */
  head?: ReactNode
  foot?: ReactNode
  wide?: boolean
  /** Another panel is in its place. */
  isReplaced?: boolean
  children?: ReactNode
}

export function Panel({ title, aside, head, foot, wide, isReplaced = false, children }: PanelProps) {
  const { sheet, stop, move, gripProps } = useSheet<HTMLElement>()
  useTitle(title)
  usePanelPadding(wide, stop, isReplaced)
  return (
    <section
      ref={sheet}
      className={styles.panel}
      data-stop={stop}
      data-wide={wide ?? false}
      data-replaced={isReplaced}
      aria-label={title}
    >
      <SheetGrip stop={stop} move={move} gripProps={gripProps} />
      <header className={styles.head}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Title order={1} size="h4" className={styles.title}>
            {title}
          </Title>
          {aside}
        </Group>
        {head}
      </header>
      <div className={styles.body}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </section>
  )
}
