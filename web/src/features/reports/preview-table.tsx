// The rows of a preview, with subtotals and totals. Each row leads to its place in the interface.

import { Anchor } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { cellText, dayCellText, isDayColumn, isNumeric, largestOfDays, shadeOf } from './cell-text.ts'
import styles from './preview-table.module.css'
import type { Cell, Column, PreviewRow } from './report-api.ts'

interface PreviewTableProps {
  title: string
  columns: Column[]
  rows: PreviewRow[]
}

export const PreviewTable = memo(function PreviewTable({ title, columns, rows }: PreviewTableProps) {
  const largest = largestOfDays(columns, rows)
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          {columns.map(({ key, title, type }) => (
            <th key={key} scope="col" data-number={isNumeric(type)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // Rows have no id, and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <Row key={index} row={row} columns={columns} largest={largest} />
        ))}
      </tbody>
    </table>
  )
})

function Row({ row, columns, largest }: { row: PreviewRow; columns: Column[]; largest: number }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const { type, cells, path } = row
  if (type === 'group') {
    return (
      <tr data-type={type}>
        <th scope="rowgroup" colSpan={columns.length}>
          <span className={styles.group}>{cells[0]}</span>
        </th>
      </tr>
    )
  }
  const textOf = (value: Cell, column: Column) =>
    (isDayColumn(column) ? dayCellText : cellText)(value, column.type, format)
  const [first, ...others] = columns
  if (!first) return null
  const name = textOf(cells[0] ?? null, first)
  return (
    <tr data-type={type}>
      <th scope="row" data-number={isNumeric(first.type)} data-text={first.type === 'text'}>
        {type === 'row' && path ? <PathLink path={path}>{name || t('preview.open')}</PathLink> : name}
      </th>
      {others.map((column, index) => {
        const value = cells[index + 1] ?? null
        const isDay = isDayColumn(column)
        return (
          <td
            key={column.key}
            data-number={isNumeric(column.type)}
            data-text={column.type === 'text'}
            data-day={isDay}
            data-shade={isDay && type === 'row' ? shadeOf(value, largest) : undefined}
          >
            {textOf(value, column)}
          </td>
        )
      })}
    </tr>
  )
}

/** The server names a path of the interface; a click opens it without loading the page again. */
function PathLink({ path, children }: { path: string; children: ReactNode }) {
  const router = useRouter()
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    router.history.push(path)
  }
  return (
    <Anchor href={path} onClick={open} inherit>
      {children}
    </Anchor>
  )
}
