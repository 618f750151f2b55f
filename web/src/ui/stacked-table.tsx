// A table that becomes a stack of cards on narrow screens. The first cell is the card's title; a last cell holds the
// actions.

import { Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './stacked-table.module.css'

export interface StackedTableProps {
  label: string
  columns: string[]
  /** The accessible name of a last column without a heading. */
  end?: string
  children: ReactNode
}

export function StackedTable({ label, columns, end, children }: StackedTableProps) {
  return (
    <Table className={styles.table ?? ''} aria-label={label} verticalSpacing="xs" role="table">
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th key={column} scope="col" role="columnheader">
              {column}
            </Table.Th>
          ))}
          {end && (
            <Table.Th scope="col" role="columnheader">
              <VisuallyHidden>{end}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
    </Table>
  )
}

/** Explicit roles: browsers drop them when a table is laid out as cards. */
export function StackedRow({ children }: { children: ReactNode }) {
  return <Table.Tr role="row">{children}</Table.Tr>
}

export interface CellProps {
  /** The heading of its column. */
  label?: string
  slot?: 'first' | 'end'
  children?: ReactNode
}

export function Cell({ label, slot, children }: CellProps) {
  return (
    <Table.Td
      role="cell"
      className={styles.cell ?? ''}
      data-label={label}
      data-first={slot === 'first'}
      data-end={slot === 'end'}
    >
      {children}
    </Table.Td>
  )
}
