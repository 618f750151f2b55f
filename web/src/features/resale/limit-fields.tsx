// Numbers that may be empty: no limit. Money is typed in the currency and kept in millionths.

import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fromMillionths, toMillionths } from './prices/money.ts'

export const capNames = [
  'emailsPerDay',
  'emailsPerMonth',
  'smsPerDay',
  'smsPerMonth',
  'moneyPerDay',
  'moneyPerMonth',
] as const
export const termNames = ['users', 'apiUnitsPerDay', ...capNames] as const
export type TermName = (typeof termNames)[number]

/** As typed; empty for no limit. */
export type Limits<Name extends TermName> = Record<Name, number | ''>

export function toLimits<Name extends TermName>(
  names: readonly Name[],
  stored: Partial<Record<Name, number | null>>,
): Limits<Name> {
  const typed = (name: Name) => {
    const value = stored[name] ?? ''
    return value !== '' && isMoney(name) ? fromMillionths(value) : value
  }
  return Object.fromEntries(names.map((name) => [name, typed(name)])) as Limits<Name>
}

/** Null for no limit. */
export function toStored(name: TermName, typed: number | ''): number | null {
  if (typed === '') return null
  return isMoney(name) ? toMillionths(typed) : typed
}

interface LimitFieldsProps<Name extends TermName> {
  names: readonly Name[]
  limits: Limits<Name>
  onChange: (limits: Limits<Name>) => void
  describe?: (name: Name) => string
}

export function LimitFields<Name extends TermName>(props: LimitFieldsProps<Name>) {
  const { names, limits, onChange, describe } = props
  const { t } = useTranslation('resale')
  const labelOf = (name: TermName) => t(`limits.${name}`)
  return names.map((name, index) => (
    <NumberInput
      key={name}
      label={labelOf(name)}
      description={describe?.(name)}
      placeholder={t('limits.none')}
      min={0}
      allowNegative={false}
      allowDecimal={isMoney(name)}
      decimalScale={2}
      data-autofocus={index === 0 || undefined}
      value={limits[name]}
      onChange={(next) => onChange({ ...limits, [name]: next === '' ? '' : Number(next) })}
    />
  ))
}

function isMoney(name: TermName): boolean {
  return name.startsWith('money')
}
