// Shows a new secret once. Closing without copying asks for confirmation.

import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from './copy-text.tsx'
import styles from './shown-secret.module.css'

export interface ShownSecretProps {
  title: string
  secret: string
  /** What it is: "API key". */
  label: string
  copyLabel: string
  /** What to do with it, if it is not for a program. */
  once?: string
  children?: ReactNode
  onDone: () => void
}

export function ShownSecret({ title, label, secret, copyLabel, once, children, onDone }: ShownSecretProps) {
  const { t } = useTranslation('ui')
  const [isCopied, setIsCopied] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !isCopied && current.pathname !== next.pathname,
    enableBeforeUnload: () => !isCopied,
    withResolver: true,
  })
  const isLeaving = blocker.status === 'blocked'
  const stay = () => {
    setIsClosing(false)
    if (isLeaving) blocker.reset()
  }
  return (
    <Alert color="green" icon={<IconKey size={18} />} title={title}>
      <Stack gap="sm">
        <Group gap="xs" align="center" wrap="nowrap">
          <TextInput
            className={styles.secret ?? ''}
            classNames={{ input: styles.secretInput ?? '' }}
            aria-label={label}
            readOnly
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
            onCopy={() => setIsCopied(true)}
          />
          <CopyText text={secret} label={copyLabel} onCopied={() => setIsCopied(true)} />
        </Group>
        <Text size="sm" fw={600}>
          {once ?? t('secret.once')}
        </Text>
        {children}
        <Group>
          <Button size="xs" variant="default" onClick={isCopied ? onDone : () => setIsClosing(true)}>
            {t('secret.done')}
          </Button>
        </Group>
      </Stack>
      <Modal
        opened={isClosing || isLeaving}
        onClose={stay}
        title={t('secret.notCopied')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Text size="sm">{t('secret.notCopiedHint')}</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" color="red" onClick={isLeaving ? blocker.proceed : onDone}>
            {t('secret.leave')}
          </Button>
          <Button data-autofocus onClick={stay}>
            {t('secret.stay')}
          </Button>
        </Group>
      </Modal>
    </Alert>
  )
}
