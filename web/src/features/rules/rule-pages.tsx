// The rules are those of the whole account: only the owner and administrators see and change them.

import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NewRuleView } from './new-rule-view.tsx'
import { RuleView } from './rule-view.tsx'
import { RulesView } from './rules-view.tsx'

/** Undefined until the user is known. */
function useMayManage(): boolean | undefined {
  const isKnown = useMe() !== undefined
  const may = useMay()('rules.manage')
  return isKnown ? may : undefined
}

export function RulesPage() {
  const { t } = useTranslation('rules')
  const may = useMayManage()
  if (may) return <RulesView />
  return (
    <Panel wide title={t('title')}>
      {may === false && (
        <Empty
          title={t('forOthers.title')}
          description={t('forOthers.hint')}
          action={
            <ButtonLink to="/alerts" size="xs" variant="default">
              {t('alerts')}
            </ButtonLink>
          }
        />
      )}
    </Panel>
  )
}

export function NewRulePage() {
  return (
    <ForManagers>
      <NewRuleView />
    </ForManagers>
  )
}

export function RulePage() {
  return (
    <ForManagers>
      <RuleView />
    </ForManagers>
  )
}

function ForManagers({ children }: { children: ReactNode }) {
  const { t } = useTranslation('rules')
  const may = useMayManage()
  if (may === undefined) return <Panel wide title={t('rule')} />
  return may ? children : <Navigate to="/rules" replace />
}
