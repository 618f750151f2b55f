// The end of a paged list: loads the next page when it becomes visible, or on click.

import { Button, Group } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { inBackground } from './in-background.ts'

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
    // After an error, only a click retries.
    if (inViewport && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      inBackground(fetchNextPage())
  }, [inViewport, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <Group justify="center">
      <Button
        ref={ref}
        variant="default"
        loading={isFetchingNextPage}
        onClick={() => {
          inBackground(fetchNextPage())
        }}
      >
        {t('more')}
      </Button>
    </Group>
  )
}
