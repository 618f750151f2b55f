import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { newDraft } from './draft.ts'
import { KindChooser } from './kind-chooser.tsx'
import { RuleEditor } from './rule-editor.tsx'

const route = getRouteApi('/shell/rules/new')

export function NewRuleView() {
  const { t } = useTranslation('rules')
  const { kind, geofence } = route.useSearch()
  if (!kind) return <KindChooser />
  const draft = newDraft(kind, t(`kinds.${kind}.name`))
  return (
    <RuleEditor
      key={kind}
      form={`rule:new:${kind}${geofence ? `:${geofence}` : ''}`}
      first={geofence ? { ...draft, geofences: [geofence] } : draft}
    />
  )
}
