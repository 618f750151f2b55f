import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The next page of a list, while there is one. */
export function MoreButton({ of: pages }: { of: Paged }) {
  const { t } = useTranslation('ui')
  if (!pages.hasNextPage) return null
  return (
    <Group justify="center">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {t('more')}
      </Button>
    </Group>
  )
}
