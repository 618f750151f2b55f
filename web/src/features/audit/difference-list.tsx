import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import type { Difference } from './difference.ts'
import styles from './difference-list.module.css'
import { readable, wordsOf } from './readable.ts'

const maxShown = 4

interface DifferenceListProps {
  differences: Difference[]
  nameOf(id: string): string | undefined
}

/** The time of the change has its own column. */
const hiddenFields = /^(id|version|creation|created|createdAt|modification|modified|modifiedAt|lastModified)$/

export function DifferenceList({ differences: all, nameOf }: DifferenceListProps) {
  const { t } = useTranslation('audit')
  const { dateTime } = useFormat()
  const read = (text: string) =>
    text === 'true' || text === 'false' ? t(`values.${text}`) : readable(text, { dateTime, nameOf })
  const differences = all.filter(({ path }) => !hiddenFields.test(path))
  const [isAll, setIsAll] = useState(false)
  if (differences.length === 0) return null
  const hidden = isAll ? 0 : Math.max(0, differences.length - maxShown)
  return (
    <div className={styles.list}>
      <dl>
        {differences.slice(0, differences.length - hidden).map(({ path, before, after }) => (
          <div key={path}>
            <dt>{t(`fields.${path.replaceAll('.', '_')}`, { defaultValue: wordsOf(path) })}</dt>
            <dd>
              {before !== undefined && (
                <del>
                  <VisuallyHidden>{t('before')} </VisuallyHidden>
                  {read(before)}
                </del>
              )}
              {before !== undefined && after !== undefined && <span aria-hidden> → </span>}
              {after !== undefined && (
                <ins>
                  <VisuallyHidden>{t('after')} </VisuallyHidden>
                  {read(after)}
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
