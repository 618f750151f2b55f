// The first step of a new rule: choosing its kind.

import { Text, TextInput } from '@mantine/core'
import { ruleTypes } from '@rastro/client/constants'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/empty.tsx'
import { ButtonLink, TileLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useInitialView } from '../../ui/use-initial-view.ts'
import { kindForms, kindGroups } from './kinds.ts'
import styles from './rules.module.css'

export function KindChooser() {
  const { t } = useTranslation('rules')
  const [search, setSearch] = useState('')
  useInitialView()
  const query = search.trim().toLowerCase()
  const found = ruleTypes.filter((kind) =>
    `${t(`kinds.${kind}.name`)} ${t(`kinds.${kind}.hint`)}`.toLowerCase().includes(query),
  )
  return (
    <Panel
      wide
      title={t('choose.title')}
      aside={
        <ButtonLink to="/rules" variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={16} />}>
          {t('title')}
        </ButtonLink>
      }
      head={
        <TextInput
          size="sm"
          aria-label={t('choose.search')}
          placeholder={t('choose.search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      }
    >
      {kindGroups.map((group) => {
        const kinds = found.filter((kind) => kindForms[kind].group === group)
        if (kinds.length === 0) return null
        return (
          <section key={group}>
            <h2 className={styles.group}>{t(`groups.${group}`)}</h2>
            <ul className={styles.kinds}>
              {kinds.map((kind) => (
                <li key={kind}>
                  <TileLink to="/rules/new" search={{ kind }} className={styles.kind}>
                    <span>
                      <Text size="sm" fw={600}>
                        {t(`kinds.${kind}.name`)}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {t(`kinds.${kind}.hint`)}
                      </Text>
                    </span>
                  </TileLink>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {found.length === 0 && <Empty title={t('nothing.title')} description={t('choose.nothing')} />}
    </Panel>
  )
}
