// Recent sign-ins of a user, successful and refused, newest first.

import { Badge, Loader, Text } from '@mantine/core'
import type { SignIn } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { Failure } from '../failure.tsx'
import { inBackground } from '../in-background.ts'
import { MoreButton } from '../more-button.tsx'
import { Cell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { useFormat } from '../use-format.ts'
import { placeOf } from './place.ts'

interface Pages {
  data: { pages: { signIns: SignIn[] }[] } | undefined
  error: Error | null
  isPending: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => Promise<unknown>
}

export function SignInList({ of: pages }: { of: Pages }) {
  const { t } = useTranslation('security')
  const { data, error, isPending, refetch } = pages
  const signIns = data?.pages.flatMap((page) => page.signIns)
  if (isPending) return <Loader aria-label={t('ui:loading')} />
  if (error && !signIns) {
    return (
      <Failure
        error={error}
        onRetry={() => {
          inBackground(refetch())
        }}
      />
    )
  }
  if (!signIns || signIns.length === 0) return <Text size="sm">{t('signIns.none')}</Text>
  return (
    <>
      <StackedTable
        label={t('signIns.title')}
        columns={(['when', 'outcome', 'method', 'place', 'network'] as const).map((one) =>
          t(`columns.${one}`),
        )}
      >
        {signIns.map((one, index) => (
          // Several may be of the same instant, and nothing else identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only appended.
          <Row key={`${one.attemptedAt} ${index}`} of={one} />
        ))}
      </StackedTable>
      <MoreButton of={pages} />
    </>
  )
}

function Row({ of: one }: { of: SignIn }) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const isRefused = one.outcome === 'refused'
  return (
    <StackedRow>
      <Cell slot="first">{format.dateTime(one.attemptedAt)}</Cell>
      <Cell label={t('columns.outcome')}>
        {isRefused ? (
          <Badge variant="light" color="red">
            {t(`reasons.${one.reason ?? 'credentials'}`)}
          </Badge>
        ) : (
          t('signIns.succeeded')
        )}
      </Cell>
      <Cell label={t('columns.method')}>{t(`methods.${one.method}`)}</Cell>
      <Cell label={t('columns.place')}>{placeOf(t, one)}</Cell>
      <Cell label={t('columns.network')}>{one.network ?? t('unknown')}</Cell>
    </StackedRow>
  )
}
