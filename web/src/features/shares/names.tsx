import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useDeviceName } from '../../ui/use-device-name.ts'

const maxNamed = 2

/** The first few names, and the number of others. */
export function DeviceNames({ ids }: { ids: string[] }) {
  const { t } = useTranslation('shares')
  const more = ids.length - maxNamed
  return (
    <span>
      {ids.slice(0, maxNamed).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <DeviceName id={id} />
        </span>
      ))}
      {more > 0 && ` ${t('andMore', { count: more })}`}
    </span>
  )
}

function DeviceName({ id }: { id: string }) {
  return <>{useDeviceName(id) ?? '…'}</>
}

/** The user may be deleted, or not visible to the caller. */
export function UserName({ id }: { id: string }) {
  const user = useQuery({
    queryKey: ['users', id],
    queryFn: () => rastro.get('/api/users/{userId}', { path: { userId: id } }),
    staleTime: 60_000,
  })
  return <>{user.data?.name ?? (user.isError ? id : '…')}</>
}
