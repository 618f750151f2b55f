// Replaces a view that threw. A part that could not be loaded is no fault: the page reloads when the server answers.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isChunkFailure } from '../ui/chunk-failure.ts'
import { Failure } from '../ui/failure.tsx'
import { reloadWhenBack } from '../ui/reload-when-back.ts'
import { hideSplash } from '../ui/splash.ts'
import styles from './view-error.module.css'

export function ViewError({ error }: { error: unknown }) {
  useEffect(hideSplash, [])
  const isNotLoaded = isChunkFailure(error) || (error instanceof RastroError && error.status === 0)
  return (
    <div className={styles.page}>
      <Stack className={styles.box}>
        {isNotLoaded ? <NotLoaded /> : <Failure error={error} onRetry={() => location.reload()} />}
      </Stack>
    </div>
  )
}

function NotLoaded() {
  const { t } = useTranslation('ui')
  const [isGivenUp, setIsGivenUp] = useState(false)
  useEffect(() => reloadWhenBack(() => setIsGivenUp(true)), [])
  return (
    <Alert color="yellow" icon={<IconCloudOff size={18} />} title={t('notLoaded.title')} role="alert">
      <Text size="sm">{t(isGivenUp ? 'notLoaded.givenUp' : 'notLoaded.hint')}</Text>
      <Button mt="xs" size="compact-sm" variant="default" onClick={() => location.reload()}>
        {t('notLoaded.reload')}
      </Button>
    </Alert>
  )
}
