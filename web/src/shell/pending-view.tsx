// Shown while a view is loading for more than a second. A load over a dead connection never ends: the page is reloaded
// when the connection is back.

import { Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onLineBack } from '../ui/line.ts'
import styles from './view-error.module.css'

const slowAfterMs = 8_000

export function PendingView() {
  const { t } = useTranslation('ui')
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => (isSlow ? onLineBack(() => location.reload()) : undefined), [isSlow])
  return (
    <div className={styles.page}>
      <Stack className={styles.box} align="center">
        <Loader aria-label={t('loading')} />
        {isSlow && (
          <Text size="sm" role="status">
            {t('notLoaded.slow')}
          </Text>
        )}
      </Stack>
    </div>
  )
}
