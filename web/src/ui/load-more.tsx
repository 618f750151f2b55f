// The end of a list that goes on: it fetches by itself when it comes into sight, and can be pressed.

import { Button, Group } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

export interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

export function LoadMore({ of: pages }: { of: Pages }) {
  const { t } = useTranslation('ui')
  const { ref, inViewport } = useInViewport<HTMLButtonElement>()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  useEffect(() => {
    // What failed is tried again by hand.
    if (inViewport && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [inViewport, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <Group justify="center">
      <Button ref={ref} variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('more')}
      </Button>
    </Group>
  )
}
