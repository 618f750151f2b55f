import type { MappingTest } from '@rastro/client'
import { useTranslation } from 'react-i18next'

type Fault = MappingTest['faults'][number]

/** What cannot be read: the item, the field, the position in its expression, and why. */
export function useFaultText(): (fault: Fault, label: string) => string {
  const { t } = useTranslation('ingest-keys')
  return ({ item, message, start }, field) => {
    const text =
      start === undefined
        ? t('mapping.fault', { field, message })
        : t('mapping.faultAt', { field, position: start + 1, message })
    return item === undefined ? text : t('mapping.faultOfItem', { item: item + 1, text })
  }
}
