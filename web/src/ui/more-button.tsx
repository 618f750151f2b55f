import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ of: pages }: { of: Paged }) {
  const { t } = useTranslation('ui')
  if (!pages.hasNextPage) return null
  return (
    <Group justify="center">
      <Button
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => {
          pages.fetchNextPage()
        }}
      >
        {t('more')}
      </Button>
    </Group>
  )
}
