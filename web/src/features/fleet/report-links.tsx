// Links to the report behind a figure. Users who may not read reports see the figure alone.

import type { ReactNode } from 'react'
import { useMay, useMe } from '../../session/use-me.ts'
import { AnchorLink, TileLink } from '../../ui/links.tsx'
import styles from './fleet.module.css'

export interface ReportSearch {
  report: 'fleetSummary' | 'days' | 'dataQuality' | 'maintenance'
  from: string
  to: string
  groups?: string
  devices?: string
  by?: string
}

interface ReportLinkProps {
  search: ReportSearch
  children: ReactNode
}

/** True until the user is known: most may. */
export function useMayOpenReports(): boolean {
  const me = useMe()
  const may = useMay()
  return !me || may('reports.read')
}

export function ReportTile({ search, children }: ReportLinkProps) {
  if (!useMayOpenReports()) return <div className={styles.tile}>{children}</div>
  return (
    <TileLink to="/reports" search={search} className={styles.tile}>
      {children}
    </TileLink>
  )
}

export function ReportText({ search, children }: ReportLinkProps) {
  if (!useMayOpenReports()) return children
  return (
    <AnchorLink to="/reports" search={search} inherit>
      {children}
    </AnchorLink>
  )
}
