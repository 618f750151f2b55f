import { RastroError } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { faultText } from './schedule-text.ts'

/** The error in the language of the user, if it is one that schedules are known to have. */
export function useKnownFault(error: Error | null): Error | null {
  const { t } = useTranslation('report-schedules')
  if (!(error instanceof RastroError) || error.status === 0) return error
  const isOfContacts = error.details.some(({ path }) => path.startsWith('recipients'))
  const details = error.details.map((fault) =>
    fault.path.startsWith('recipients') ? { ...fault, message: t('faults.recipients') } : fault,
  )
  const message = isOfContacts ? t('faults.recipients') : faultText(error, t)
  const { requestId, retryAfterSeconds } = error
  return new RastroError(error.status, error.code, message, {
    details,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
