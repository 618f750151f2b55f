// The first steps of a new account, beside the map on which the first vehicle will appear.

import { CloseButton, Group, Progress, Text, Title } from '@mantine/core'
import type { Account } from '@rastro/client'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SimulateDrive } from '../drive/simulate-drive.tsx'
import { AnchorLink } from '../links.tsx'
import { dismissFirstSteps } from './dismissed.ts'
import styles from './first-day.module.css'
import type { Step } from './steps.ts'
import { maxDevices, steps, stepsDone } from './steps.ts'
import { useFound } from './use-found.ts'

const targets = {
  connect: '/connect',
  rule: '/rules/new',
  contact: '/settings/contacts',
  colleague: '/settings/users/new',
} as const

export function FirstDay({ account }: { account: Account }) {
  const { t } = useTranslation('first-day')
  const found = useFound()
  const done = found && stepsDone(found)
  if (!done || done.size === steps.length || found.devices.length > maxDevices) return null
  const progress = t('progress', { done: done.size, total: steps.length })
  return (
    <section className={styles.steps} aria-label={t('title')}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h6">
          {t('title')}
        </Title>
        <CloseButton aria-label={t('hide')} onClick={() => dismissFirstSteps(account.id)} />
      </Group>
      <Text size="xs" c="dimmed">
        {progress}
      </Text>
      <Progress size="sm" value={(done.size / steps.length) * 100} aria-label={progress} my="xs" />
      <ol className={styles.list}>
        {steps.map((step) => (
          <StepRow key={step} step={step} isDone={done.has(step)} />
        ))}
      </ol>
    </section>
  )
}

function StepRow({ step, isDone }: { step: Step; isDone: boolean }) {
  const { t } = useTranslation('first-day')
  const Icon = isDone ? IconCircleCheck : IconCircle
  return (
    <li className={styles.step} data-done={isDone}>
      <Icon size={20} role="img" aria-label={t(isDone ? 'done' : 'open')} />
      <div>
        <Text size="sm" fw={600}>
          {t(`steps.${step}.title`)}
        </Text>
        {step === 'move' && <SimulateDrive />}
        {step !== 'move' && !isDone && (
          <>
            {step !== 'connect' && (
              <Text size="sm" c="dimmed">
                {t(`steps.${step}.hint`)}
              </Text>
            )}
            <AnchorLink to={targets[step]} size="sm" underline="always">
              {t(`steps.${step}.action`)}
            </AnchorLink>
          </>
        )}
      </div>
    </li>
  )
}
