// The rows of the inbox, virtualized; more pages are loaded while scrolling.

import { Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertAction, AlertActions } from '../../shell/alert-actions.tsx'
import { inBackground } from '../../ui/in-background.ts'
import styles from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'
import type { Fold, InboxRow } from './fold.ts'
import { rowsOf } from './fold.ts'
import type { useAlerts } from './use-alerts.ts'
import { useRowKeys } from './use-row-keys.ts'

const rowPx = 56
const loadBefore = 10

interface AlertRowsProps {
  folds: Fold[]
  list: ReturnType<typeof useAlerts>
  picked: string | undefined
  selected: ReadonlySet<string>
  /** The alerts that keyboard shortcuts act on while a selection exists. */
  targets: string[]
  actions: AlertActions
  mayHandle: boolean
  canAcknowledge: boolean
  nameOf(id: string): string | undefined
  onPick(id: string): void
  onSelect(ids: string[], isSelected: boolean): void
  onAction(action: AlertAction, ids: string[]): void
}

export function AlertRows(props: AlertRowsProps) {
  const { folds, list, picked, selected, targets, actions, mayHandle, canAcknowledge } = props
  const { nameOf, onPick, onSelect, onAction } = props
  const { t } = useTranslation('alerts')
  const box = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(-1)
  const rows = useMemo(() => rowsOf(folds, opened), [folds, opened])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current?.parentElement ?? null,
    estimateSize: () => rowPx,
    overscan: 6,
    getItemKey: (index) => rows[index]?.alert.id ?? index,
  })
  const shown = virtualizer.getVirtualItems()

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - loadBefore
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) inBackground(fetchNextPage())
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  const move = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), rows.length - 1)
    setActive(next)
    const row = rows[next]
    if (!row) return
    virtualizer.scrollToIndex(next)
    // The row may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(`alert-${row.alert.id}`)?.focus())
    if (picked) onPick(row.alert.id)
  }
  const act = (action: AlertAction) => {
    if (!mayHandle || (action === 'acknowledge' && !canAcknowledge)) return
    if (targets.length > 0) return onAction(action, targets)
    const row = rows.find(({ alert }) => alert.id === picked) ?? rows[active]
    if (!row) return
    onAction(action, idsOf(row, opened))
    move(1)
  }
  useRowKeys({ move, act })

  return (
    <ul
      ref={box}
      aria-label={t('title')}
      aria-busy={list.isPending}
      className={styles.list}
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        move(by)
      }}
    >
      {shown.map(({ index, start }) => {
        const row = rows[index] as InboxRow
        const ids = idsOf(row, opened)
        return (
          <AlertRow
            key={row.alert.id}
            row={row}
            index={index}
            total={hasNextPage ? -1 : rows.length}
            topPx={start}
            deviceName={nameOf(row.alert.deviceId)}
            action={actions.of(row.alert.id)}
            isActive={index === active}
            isPicked={row.alert.id === picked}
            isSelected={ids.every((id) => selected.has(id))}
            isUnfolded={opened.has(row.fold.key)}
            mayHandle={mayHandle}
            canAcknowledge={canAcknowledge}
            onPick={() => {
              setActive(index)
              onPick(row.alert.id)
            }}
            onSelect={(isSelected) => onSelect(ids, isSelected)}
            onUnfold={() =>
              setOpened((before) => {
                const after = new Set(before)
                if (!after.delete(row.fold.key)) after.add(row.fold.key)
                return after
              })
            }
            onAction={(action) => onAction(action, ids)}
          />
        )
      })}
      {isFetchingNextPage && (
        <li className={styles.loader}>
          <Loader size="xs" aria-label={t('ui:loading')} />
        </li>
      )}
    </ul>
  )
}

/** A folded row stands for all of its alerts. */
function idsOf({ alert, fold, isHead }: InboxRow, opened: ReadonlySet<string>): string[] {
  return isHead && !opened.has(fold.key) ? fold.alerts.map(({ id }) => id) : [alert.id]
}
