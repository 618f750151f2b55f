import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Difference } from './difference.ts'
import styles from './difference-list.module.css'

const maxShown = 4

export function DifferenceList({ differences }: { differences: Difference[] }) {
  const { t } = useTranslation('audit')
  const [isAll, setIsAll] = useState(false)
  if (differences.length === 0) return null
  const hidden = isAll ? 0 : Math.max(0, differences.length - maxShown)
  return (
    <div className={styles.list}>
      <dl>
        {differences.slice(0, differences.length - hidden).map(({ path, before, after }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              {before !== undefined && (
                <del>
                  <VisuallyHidden>{t('before')} </VisuallyHidden>
                  {before}
                </del>
              )}
              {before !== undefined && after !== undefined && <span aria-hidden> → </span>}
              {after !== undefined && (
                <ins>
                  <VisuallyHidden>{t('after')} </VisuallyHidden>
                  {after}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {hidden > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setIsAll(true)}>
          {t('moreFields', { count: hidden })}
        </Button>
      )}
    </div>
  )
}
