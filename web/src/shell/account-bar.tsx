// Above every view of an account that is not open: why, and whom to ask. Also in the last week of a trial.

import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetEvent } from '../live/fleet.types.ts'
import { useEvents } from '../live/use-fleet.tsx'
import { accountKey, useAccount } from '../session/use-account.ts'
import { inBackground } from '../ui/in-background.ts'
import styles from './connection-state.module.css'
import { UndoClosing } from './undo-closing.tsx'

const dayMs = 86_400_000
const noticeDays = 7
/** Reasons of the server; others are the words of an operator. */
const codes = ['trial_ended', 'closing_undone', 'provider_suspended'] as const
const isCode = (reason: string | null): reason is (typeof codes)[number] =>
  codes.some((code) => code === reason)

export function AccountBar() {
  const { t } = useTranslation('account-status')
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type }: FleetEvent) => {
        if (type === 'account.status_changed')
          inBackground(queries.invalidateQueries({ queryKey: accountKey }))
      },
      [queries],
    ),
  )
  const account = useAccount()
  if (!account) return null
  const { status, statusReason, trialEndsAt, operatorContact } = account
  const daysLeft =
    trialEndsAt === null ? undefined : Math.ceil((Date.parse(trialEndsAt) - Date.now()) / dayMs)
  const isTrialOver = daysLeft !== undefined && daysLeft <= 0
  const isOpen = status !== 'suspended' && status !== 'closing'
  if (isOpen && (daysLeft === undefined || isTrialOver || daysLeft > noticeDays)) return null
  return (
    <div className={styles.bar} role="status">
      <IconLock size={18} aria-hidden />
      <span>{isOpen ? t('trialEnds', { count: daysLeft ?? 0 }) : t(status)}</span>
      {status === 'suspended' && (
        <span>
          {isCode(statusReason) ? t(`reasons.${statusReason}`) : t('reason', { reason: statusReason ?? '' })}
        </span>
      )}
      {status === 'closing' && <UndoClosing />}
      {operatorContact && <span>{t('contact', { contact: operatorContact })}</span>}
    </div>
  )
}
