// In place of the map. Lists and forms keep working, so the page reloads by itself only while nothing is being edited.

import { Alert, Button, Text } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isChunkFailure } from '../ui/chunk-failure.ts'
import { reloadWhenBack } from '../ui/reload-when-back.ts'
import { isAnyUnsaved } from '../ui/unsaved-forms.ts'
import styles from './map-not-loaded.module.css'

/** Without an error, its code could not be loaded. */
export function MapNotLoaded({ error }: { error?: unknown }) {
  const { t } = useTranslation('ui')
  // Another error would only be repeated.
  const [isGivenUp, setIsGivenUp] = useState(error !== undefined && !isChunkFailure(error))
  useEffect(
    () => (isGivenUp ? undefined : reloadWhenBack(() => setIsGivenUp(true), isNothingEdited)),
    [isGivenUp],
  )
  return (
    <Alert
      className={styles.box ?? ''}
      color="yellow"
      icon={<IconMapOff size={18} />}
      title={t('notLoaded.map')}
      role="alert"
    >
      {!isGivenUp && <Text size="sm">{t('notLoaded.mapHint')}</Text>}
      <Button mt="xs" size="compact-sm" variant="default" onClick={() => location.reload()}>
        {t('notLoaded.reload')}
      </Button>
    </Alert>
  )
}

/** Not every dialog or field keeps a draft. */
function isNothingEdited(): boolean {
  const isTyping = document.activeElement?.matches('input, textarea') ?? false
  return !isTyping && !isAnyUnsaved() && document.querySelector('[role="dialog"]') === null
}
