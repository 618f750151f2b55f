import { ruleTypes } from '@rastro/client/constants'
import { expect, test } from 'vitest'
// The only import of server code: the editor's fields must match the server's schemas.
import { kinds } from '../../../../server/src/features/alerts/rules/kinds.ts'
import { catalogue as en } from '../../messages/en.ts'
import { catalogue as es } from '../../messages/es.ts'
import { catalogue as pt } from '../../messages/pt.ts'
import type { Field } from './kinds.ts'
import { kindForms, settingsOf } from './kinds.ts'

interface Schema {
  properties: Record<string, { minimum?: number; maximum?: number; default?: unknown; enum?: unknown[] }>
  required?: string[]
}

test('there is a form for each of the server’s kinds, and for no other', () => {
  expect([...ruleTypes].sort()).toEqual(kinds.map(({ name }) => name).sort())
})

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  'the form of %s matches the server’s schema',
  (name, kind) => {
    const form = kindForms[name as keyof typeof kindForms]
    const { properties, required = [] } = kind.settings as unknown as Schema
    expect(form.fields.flatMap(settingsOf).sort()).toEqual(Object.keys(properties).sort())
    expect([form.usesAreas, form.isTimed, form.isUrgent]).toEqual([
      kind.usesAreas,
      kind.isTimed,
      kind.isUrgent,
    ])
    for (const field of form.fields) {
      for (const setting of settingsOf(field)) {
        const asked = properties[setting]
        if (field.type !== 'threshold')
          expect([setting, field.isRequired]).toEqual([setting, isRequired(setting)])
        if ('minimum' in field && setting !== 'equals') {
          expect([setting, field.minimum]).toEqual([setting, asked?.minimum ?? 0])
          expect([setting, field.maximum]).toEqual([setting, asked?.maximum])
        }
        if ('defaultValue' in field) expect([setting, field.defaultValue]).toEqual([setting, asked?.default])
        if (field.type === 'choice') expect(field.choices).toEqual(asked?.enum)
      }
    }
    function isRequired(setting: string): true | undefined {
      return required.includes(setting) ? true : undefined
    }
  },
)

test('each kind, group, field and choice has messages in every language', () => {
  for (const { rules } of [en, es, pt] as unknown as { rules: Words }[]) {
    for (const kind of ruleTypes) {
      const { group, fields } = kindForms[kind]
      expect(rules.groups).toHaveProperty(group)
      expect(rules.kinds[kind]).toMatchObject({ name: expect.any(String), hint: expect.any(String) })
      for (const field of fields) {
        expect([kind, Object.keys(rules.fields)]).toEqual([kind, expect.arrayContaining([field.name])])
        for (const choice of choicesOf(field)) expect(rules.choices).toHaveProperty(choice)
      }
    }
  }
})

interface Words {
  groups: object
  kinds: Record<string, object>
  fields: object
  choices: object
}

function choicesOf(field: Field): readonly string[] {
  if (field.type === 'choice') return field.choices
  return field.type === 'threshold' ? settingsOf(field) : []
}
