import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Kbd,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { IconCheck, IconChecks, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import type { AlertAction } from '../../shell/alert-actions.tsx'
import { describeAlert } from '../../ui/alert-text.ts'
import { SeverityIcon } from '../../ui/severity.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './alert-list.module.css'
import type { InboxRow } from './fold.ts'

interface AlertRowProps {
  row: InboxRow
  index: number
  total: number
  topPx: number
  deviceName: string | undefined
  action: AlertAction | undefined
  isActive: boolean
  isPicked: boolean
  isSelected: boolean
  isUnfolded: boolean
  mayHandle: boolean
  canAcknowledge: boolean
  onPick(): void
  onSelect(isSelected: boolean): void
  onUnfold(): void
  onAction(action: AlertAction): void
}

export function AlertRow(props: AlertRowProps) {
  const { row, index, total, topPx, deviceName, action, isActive, isPicked, isSelected, isUnfolded } = props
  const { mayHandle, canAcknowledge, onPick, onSelect, onUnfold, onAction } = props
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const nowMs = useNow()
  const { alert, fold, isHead } = row
  const text = describeAlert(alert, t, format)
  const count = fold.alerts.length
  const isFolded = isHead && count > 1
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      className={styles.row}
      data-active={isActive}
      data-picked={isPicked}
      data-done={action !== undefined}
      data-critical={alert.severity === 'critical' && alert.state === 'open'}
      data-inner={!isHead}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {mayHandle && (
        <Checkbox
          size="xs"
          className={styles.check}
          aria-label={t('select', { text, device: deviceName ?? '' })}
          checked={isSelected}
          disabled={action !== undefined}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      )}
      <UnstyledButton
        id={`alert-${alert.id}`}
        className={styles.open}
        aria-current={isPicked ? 'true' : undefined}
        onClick={onPick}
      >
        <SeverityIcon severity={alert.severity} />
        <span className={styles.words}>
          <span className={styles.text}>{text}</span>
          <span className={styles.under}>
            <span className={styles.device}>{deviceName ?? '…'}</span>
            {alert.place && <span className={styles.place}>&nbsp;· {alert.place.shortName}</span>}
            <span>
              &nbsp;· {t(`severity.${alert.severity}`)} ·{' '}
              {action
                ? t(`actions.running.${action}`)
                : format.age(Math.min(Date.parse(alert.dateTime), nowMs), nowMs)}
            </span>
          </span>
        </span>
      </UnstyledButton>
      {isFolded && (
        <Tooltip label={t(isUnfolded ? 'fold' : 'unfold', { count })} openDelay={400}>
          <Badge
            component="button"
            variant="default"
            className={styles.count}
            aria-expanded={isUnfolded}
            aria-label={t(isUnfolded ? 'fold' : 'unfold', { count })}
            rightSection={isUnfolded ? <IconChevronUp size={12} /> : <IconChevronDown size={12} />}
            onClick={onUnfold}
          >
            ×{format.number(count)}
          </Badge>
        </Tooltip>
      )}
      {mayHandle && action === undefined && (
        <RowActions canAcknowledge={canAcknowledge} text={text} onAction={onAction} />
      )}
    </li>
  )
}

interface RowActionsProps {
  canAcknowledge: boolean
  text: string
  onAction(action: AlertAction): void
}

function RowActions({ canAcknowledge, text, onAction }: RowActionsProps) {
  const { t } = useTranslation('alerts')
  const { letterShortcuts } = usePreferences()
  return (
    <span className={styles.actions}>
      {canAcknowledge && (
        <Button
          size="compact-xs"
          leftSection={<IconCheck size={14} />}
          rightSection={
            letterShortcuts && (
              <Kbd size="xs" aria-hidden>
                E
              </Kbd>
            )
          }
          onClick={() => onAction('acknowledge')}
        >
          {t('actions.acknowledge')}
          <VisuallyHidden>: {text}</VisuallyHidden>
        </Button>
      )}
      <Tooltip label={letterShortcuts ? `${t('actions.resolve')} · R` : t('actions.resolve')} openDelay={400}>
        <ActionIcon
          size={24}
          variant="default"
          aria-label={`${t('actions.resolve')}: ${text}`}
          onClick={() => onAction('resolve')}
        >
          <IconChecks size={15} />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
