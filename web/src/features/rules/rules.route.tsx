import { ruleTypes } from '@rastro/client/constants'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/shell.route.tsx'
import { views } from '../../shell/views.ts'
import type { RuleKind } from './kinds.ts'

export const rulesRoute = createRoute({
  path: views.rules.path,
  getParentRoute: () => shellRoute,
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' && q !== '' ? { q } : {},
  component: lazyRouteComponent(() => import('./rule-pages.tsx'), 'RulesPage'),
})

export const newRuleRoute = createRoute({
  path: views.newRule.path,
  getParentRoute: () => shellRoute,
  /** Without a kind, it is chosen first. */
  validateSearch: ({ kind, geofence }: Record<string, unknown>): { kind?: RuleKind; geofence?: string } => {
    const known = ruleTypes.find((one) => one === kind)
    return {
      ...(known && { kind: known }),
      ...(typeof geofence === 'string' && geofence !== '' && { geofence }),
    }
  },
  component: lazyRouteComponent(() => import('./rule-pages.tsx'), 'NewRulePage'),
})

export const ruleRoute = createRoute({
  path: views.rule.path,
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import('./rule-pages.tsx'), 'RulePage'),
})
