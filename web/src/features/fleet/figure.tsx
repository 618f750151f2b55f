// A number with its name: the content of a tile.

import type { ReactNode } from 'react'
import styles from './fleet.module.css'

interface FigureProps {
  label: string
  value: string
  /** What it is compared with. */
  hint?: string | undefined
  icon?: ReactNode
}

export function Figure({ label, value, hint, icon }: FigureProps) {
  return (
    <>
      <span className={styles.label}>
        {icon}
        {label}
      </span>
      <span className={styles.value}>{value}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
}
