import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Panel } from '../../ui/panel.tsx'
import { draftOf } from './draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { useRule } from './use-rules.ts'

const route = getRouteApi('/shell/rules/$ruleId')

export function RuleView() {
  const { t } = useTranslation('rules')
  const { ruleId } = route.useParams()
  const { data, error, refetch } = useRule(ruleId)
  if (data) return <RuleEditor key={ruleId} ruleId={ruleId} form={`rule:${ruleId}`} first={draftOf(data)} />
  return (
    <Panel wide title={t('rule')}>
      {error && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
    </Panel>
  )
}
