// The lines of the inbox: as many in the document as the screen has room for, more of them read as it is scrolled.

import { Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'
import type { Fold, Line } from './fold.ts'
import { linesOf } from './fold.ts'
import type { useAlerts } from './use-alerts.ts'
import type { Deed, Deeds } from './use-deeds.tsx'
import { useLineKeys } from './use-line-keys.ts'

const linePx = 56
const loadBefore = 10

interface AlertLinesProps {
  folds: Fold[]
  list: ReturnType<typeof useAlerts>
  picked: string | undefined
  selected: ReadonlySet<string>
  /** What the keys act on when something is selected. */
  targets: string[]
  deeds: Deeds
  mayHandle: boolean
  canAcknowledge: boolean
  nameOf(id: string): string | undefined
  onPick(id: string): void
  onSelect(ids: string[], isSelected: boolean): void
  onDeed(deed: Deed, ids: string[]): void
}

export function AlertLines(props: AlertLinesProps) {
  const { folds, list, picked, selected, targets, deeds, mayHandle, canAcknowledge } = props
  const { nameOf, onPick, onSelect, onDeed } = props
  const { t } = useTranslation('alerts')
  const box = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(-1)
  const lines = useMemo(() => linesOf(folds, opened), [folds, opened])
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current?.parentElement ?? null,
    estimateSize: () => linePx,
    overscan: 6,
    getItemKey: (index) => lines[index]?.alert.id ?? index,
  })
  const shown = rows.getVirtualItems()

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= lines.length - loadBefore
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  const move = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), lines.length - 1)
    setActive(next)
    const line = lines[next]
    if (!line) return
    rows.scrollToIndex(next)
    // The line may have to be drawn first.
    requestAnimationFrame(() => document.getElementById(`alert-${line.alert.id}`)?.focus())
    if (picked) onPick(line.alert.id)
  }
  const act = (deed: Deed) => {
    if (!mayHandle || (deed === 'acknowledge' && !canAcknowledge)) return
    if (targets.length > 0) return onDeed(deed, targets)
    const line = lines.find(({ alert }) => alert.id === picked) ?? lines[active]
    if (!line) return
    onDeed(deed, idsOf(line, opened))
    move(1)
  }
  useLineKeys({ move, act })

  return (
    <ul
      ref={box}
      aria-label={t('title')}
      aria-busy={list.isPending}
      className={styles.list}
      style={{ height: rows.getTotalSize() }}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        move(by)
      }}
    >
      {shown.map(({ index, start }) => {
        const line = lines[index] as Line
        const ids = idsOf(line, opened)
        return (
          <AlertRow
            key={line.alert.id}
            line={line}
            index={index}
            total={hasNextPage ? -1 : lines.length}
            topPx={start}
            deviceName={nameOf(line.alert.deviceId)}
            deed={deeds.of(line.alert.id)}
            isActive={index === active}
            isPicked={line.alert.id === picked}
            isSelected={ids.every((id) => selected.has(id))}
            isUnfolded={opened.has(line.fold.key)}
            mayHandle={mayHandle}
            canAcknowledge={canAcknowledge}
            onPick={() => {
              setActive(index)
              onPick(line.alert.id)
            }}
            onSelect={(isSelected) => onSelect(ids, isSelected)}
            onUnfold={() =>
              setOpened((before) => {
                const after = new Set(before)
                if (!after.delete(line.fold.key)) after.add(line.fold.key)
                return after
              })
            }
            onDeed={(deed) => onDeed(deed, ids)}
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

/** A folded line stands for all of its alerts. */
function idsOf({ alert, fold, isHead }: Line, opened: ReadonlySet<string>): string[] {
  return isHead && !opened.has(fold.key) ? fold.alerts.map(({ id }) => id) : [alert.id]
}
