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
import { SeverityIcon } from '../../ui/severity.tsx'
import { tellAlert } from '../../ui/tell-alert.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './alert-list.module.css'
import type { Line } from './fold.ts'
import type { Deed } from './use-deeds.tsx'

interface AlertRowProps {
  line: Line
  index: number
  total: number
  topPx: number
  deviceName: string | undefined
  deed: Deed | undefined
  isActive: boolean
  isPicked: boolean
  isSelected: boolean
  isUnfolded: boolean
  mayHandle: boolean
  canAcknowledge: boolean
  onPick(): void
  onSelect(isSelected: boolean): void
  onUnfold(): void
  onDeed(deed: Deed): void
}

export function AlertRow(props: AlertRowProps) {
  const { line, index, total, topPx, deviceName, deed, isActive, isPicked, isSelected, isUnfolded } = props
  const { mayHandle, canAcknowledge, onPick, onSelect, onUnfold, onDeed } = props
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const nowMs = useNow()
  const { alert, fold, isHead } = line
  const text = tellAlert(alert, t, format)
  const count = fold.alerts.length
  const isFolded = isHead && count > 1
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      className={styles.row}
      data-active={isActive}
      data-picked={isPicked}
      data-done={deed !== undefined}
      data-inner={!isHead}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {mayHandle && (
        <Checkbox
          size="xs"
          className={styles.check}
          aria-label={t('select', { text, device: deviceName ?? '' })}
          checked={isSelected}
          disabled={deed !== undefined}
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
            {deviceName ?? '…'} · {t(`severity.${alert.severity}`)} ·{' '}
            {deed ? t(`deeds.${deed}ing`) : format.age(Math.min(Date.parse(alert.dateTime), nowMs), nowMs)}
          </span>
        </span>
      </UnstyledButton>
      {isFolded && (
        <Tooltip label={t(isUnfolded ? 'refold' : 'unfold', { count })} openDelay={400}>
          <Badge
            component="button"
            variant="default"
            className={styles.count}
            aria-expanded={isUnfolded}
            aria-label={t(isUnfolded ? 'refold' : 'unfold', { count })}
            rightSection={isUnfolded ? <IconChevronUp size={12} /> : <IconChevronDown size={12} />}
            onClick={onUnfold}
          >
            ×{format.number(count)}
          </Badge>
        </Tooltip>
      )}
      {mayHandle && deed === undefined && (
        <RowDeeds canAcknowledge={canAcknowledge} text={text} onDeed={onDeed} />
      )}
    </li>
  )
}

interface RowDeedsProps {
  canAcknowledge: boolean
  text: string
  onDeed(deed: Deed): void
}

function RowDeeds({ canAcknowledge, text, onDeed }: RowDeedsProps) {
  const { t } = useTranslation('alerts')
  const { letterShortcuts } = usePreferences()
  return (
    <span className={styles.deeds}>
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
          onClick={() => onDeed('acknowledge')}
        >
          {t('deeds.acknowledge')}
          <VisuallyHidden>: {text}</VisuallyHidden>
        </Button>
      )}
      <Tooltip label={letterShortcuts ? `${t('deeds.resolve')} · R` : t('deeds.resolve')} openDelay={400}>
        <ActionIcon
          size={24}
          variant="default"
          aria-label={`${t('deeds.resolve')}: ${text}`}
          onClick={() => onDeed('resolve')}
        >
          <IconChecks size={15} />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
