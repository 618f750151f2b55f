// Replaces a view that threw. A part that could not be loaded is no fault: the page reloads when the server answers.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { IconCloudOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LastFleet } from '../device-services/last-fleet.ts'
import { loadMessages } from '../messages/messages.ts'
import { isChunkFailure } from '../ui/chunk-failure.ts'
import { Failure } from '../ui/failure.tsx'
import { reloadWhenBack } from '../ui/reload-when-back.ts'
import { hideSplash } from '../ui/splash.ts'
import styles from './view-error.module.css'

const OfflineFleet = lazy(async () => ({
  default: (await import('../device-services/offline-fleet.tsx')).OfflineFleet,
}))

export function ViewError({ error }: { error: unknown }) {
  useEffect(hideSplash, [])
  const isNotLoaded = isChunkFailure(error) || (error instanceof RastroError && error.status === 0)
  const kept = useKeptFleet(isNotLoaded)
  if (kept)
    return (
      <Suspense>
        <OfflineFleet fleet={kept} />
      </Suspense>
    )
  return (
    <div className={styles.page}>
      <Stack className={styles.box}>
        {isNotLoaded ? <NotLoaded /> : <Failure error={error} onRetry={() => location.reload()} />}
      </Stack>
    </div>
  )
}

/** What this device kept of the fleet, if it did. */
function useKeptFleet(isWanted: boolean): LastFleet | undefined {
  const [kept, setKept] = useState<LastFleet>()
  useEffect(() => {
    if (!isWanted) return
    // Both were loaded for this moment; where they were not, the page shows that there is no connection.
    Promise.all([import('../device-services/last-fleet.ts'), loadMessages()])
      .then(async ([{ readFleet }]) => setKept(await readFleet()))
      .catch(() => {})
  }, [isWanted])
  return kept
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
