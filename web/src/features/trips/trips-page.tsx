// The trip settings of the account.

import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { Page } from '../../ui/page.tsx'
import { TripSettings } from '../../ui/trips/trip-settings.tsx'
import { useMayManageTrips } from '../../ui/trips/use-may-manage-trips.ts'

export function TripsPage() {
  const { t } = useTranslation('trips')
  const isStandard = useMe()?.role === 'standard'
  // They concern all devices, and a standard user never sees all of them.
  const mayChange = useMayManageTrips() && !isStandard
  return (
    <Page title={t('account.title')} subtitle={t('account.hint')}>
      <TripSettings subject={{ level: 'account' }} mayChange={mayChange} />
    </Page>
  )
}
